/** The pages lead to what is there. What they tell people to type is tried by `test/bare`. */
import { commandsIn, linksIn, projectFiles, readDocuments, targetOf } from './support/documents.ts'

const files = projectFiles()
const isThere = (path: string): boolean => files.some((file) => file === path || file.startsWith(`${path}/`))

test.each(readDocuments())('$file has no link that leads nowhere', ({ file, page }) => {
  expect(linksIn(page).filter((link) => !isThere(targetOf(file, link)))).toEqual([])
})

test('commands are found in blocks and in the text, without what is said of them; settings are none', () => {
  const page = `Type \`npm install\`, or ask \`npm\` for \`code\`:

\`\`\`sh
# first
node one.ts --all   # does it
export SECRET=…
cd x && ./y.sh
\`\`\`

\`\`\`json
{ "not": "npm run this" }
\`\`\`
Then \`cds watch\`.`
  expect(commandsIn(page)).toEqual(['npm install', 'node one.ts --all', 'cd x && ./y.sh', 'cds watch'])
})

test('links are found, those to other sites are not', () => {
  expect(linksIn('[a](b.md#part) ![p](<c.png>) [x](https://example.org) [y](#z) `[no](code)`')).toEqual([
    'b.md',
    'c.png',
  ])
})
