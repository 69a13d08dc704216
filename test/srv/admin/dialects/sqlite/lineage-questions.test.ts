import { splitTrigger } from '../../../../../srv/admin/dialects/sqlite/lineage-questions.ts'

const head = 'CREATE TRIGGER t AFTER INSERT ON a BEGIN'

test('each statement gets a trigger of its own', () => {
  expect(splitTrigger(`${head} INSERT INTO b VALUES (1); DELETE FROM c; END`)).toEqual([
    `${head} INSERT INTO b VALUES (1); END`,
    `${head} DELETE FROM c; END`,
  ])
})

test('what stands in quotes, brackets and comments separates nothing, and CASE has its own end', () => {
  const statement = `INSERT INTO [b;] SELECT 'x;''y;', "a;""b", \`c;\`, CASE 1 WHEN 1 THEN 2 END -- one; 'two
    /* three; END */;`
  const quoted = `CREATE TRIGGER "begin;" AFTER INSERT ON a WHEN 'begin' > 1 BEGIN`
  expect(splitTrigger(`${quoted} ${statement} SELECT 1; END`)).toEqual([
    `${quoted} ${statement} END`,
    `${quoted} SELECT 1; END`,
  ])
})

test.each(['CREATE TRIGGER t', 'no sql at all', `${head} SELECT 'open`])('%s stays as it is', (sql) => {
  expect(splitTrigger(sql)).toEqual([sql])
})
