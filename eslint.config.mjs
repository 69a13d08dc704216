import js from '@eslint/js'
import cds from '@sap/eslint-plugin-cds'
import regexp from 'eslint-plugin-regexp'
import reactHooks from 'eslint-plugin-react-hooks'
import ts from 'typescript-eslint'
import { linearExpressions } from './test/support/linear-expressions.ts'

/**
 * A rule is switched off only with its reason: `// eslint-disable-next-line rule -- why`.
 * Reported on line 0, before any comment, so that no comment can switch off the report about itself.
 */
const describedDirectives = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { silent: 'Line {{line}} switches off a rule without " -- reason".' },
  },
  create: (context) => ({
    Program: () => {
      for (const { value, loc } of context.sourceCode.getAllComments()) {
        if (!/^\s*eslint(-disable|-enable|\s)/.test(value) || / -- \S/.test(value)) continue
        context.report({ loc: { line: 0, column: 0 }, messageId: 'silent', data: { line: loc.start.line } })
      }
    },
  }),
}

/** Test runs that leave others out. */
const FOCUSED_TESTS = [
  {
    selector: "MemberExpression[object.name=/^(test|it|describe)$/][property.name='only']",
    message: 'No .only: it leaves the other tests out.',
  },
  {
    selector: "MemberExpression[object.object.name=/^(test|it|describe)$/][property.name='only']",
    message: 'No .only: it leaves the other tests out.',
  },
  {
    selector: 'CallExpression[callee.name=/^f(it|describe)$/]',
    message: 'No fit or fdescribe: they leave the other tests out.',
  },
]

/** Clients decide what the expressions are matched with: time beyond linear is a way to stop the server. */
const LINEAR = {
  'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
  'regexp/no-super-linear-move': ['error', { report: 'potential' }],
}

export default ts.config(
  { ignores: ['gen/', '@cds-models/', 'coverage/', '**/dist/', 'app/*/gen/', '**/node_modules/'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error', reportUnusedInlineConfigs: 'error' } },
  {
    files: ['**/*.cds'],
    ...cds.configs.recommended,
    rules: {
      ...cds.configs.recommended.rules,
      // `@requires` turns callers without a login away whatever their roles are: see srv/access-control.cds.
      '@sap/cds/auth-use-requires': 'off',
    },
  },
  {
    files: ['**/*.{ts,tsx,js,mjs,cjs}'],
    extends: [js.configs.recommended],
    plugins: {
      saga: {
        rules: { 'described-directives': describedDirectives, 'linear-expressions': linearExpressions(regexp, LINEAR) },
      },
    },
    rules: {
      'saga/described-directives': 'error',
      'no-warning-comments': ['error', { terms: ['todo', 'fixme', 'xxx', 'revisit', 'hack'] }],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      // One statement per module: what is only a type says so beside the values, `import { type A, b } from 'x'`.
      'no-duplicate-imports': 'error',
    },
  },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [ts.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      // Numbers read well in messages; objects do not.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // Unused parameters keep a signature readable when they say so.
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', destructuredArrayIgnorePattern: '^_', varsIgnorePattern: '^__?$' },
      ],
      // An async function turns what it throws into a rejection, which is what its caller waits for.
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/consistent-type-imports': 'error',
      // Code points are what a text is cut into here.
      '@typescript-eslint/no-misused-spread': ['error', { allow: ['string'] }],
      // `return next(error)` is how a handler ends early, and nobody takes its result for one.
      '@typescript-eslint/no-confusing-void-expression': 'off',
    },
  },
  {
    files: ['srv/admin/**/*.ts'],
    rules: {
      // Dialects are tables of functions that know no `this`, and their functions are passed on one by one.
      '@typescript-eslint/unbound-method': 'off',
    },
  },
  {
    files: ['app/cockpit/src/**/*.{ts,tsx}'],
    ...reactHooks.configs.flat.recommended,
  },
  {
    files: ['srv/**/*.{ts,js,mjs}', 'app/cockpit/src/**/*.{ts,tsx,mjs}'],
    plugins: { regexp },
    rules: { ...LINEAR, 'saga/linear-expressions': 'error' },
  },
  {
    files: ['srv/**/*.ts'],
    rules: {
      // cds.log has levels and can be silenced.
      'no-console': 'error',
      'no-restricted-properties': [
        'error',
        {
          object: 'process',
          property: 'env',
          message: 'Settings come from cds.env, which reads the environment once.',
        },
        {
          object: 'Date',
          property: 'now',
          message: 'Somebody may set this clock: performance.now() tells how long something takes or lasts.',
        },
      ],
    },
  },
  {
    files: ['test/**/*.{ts,mjs}'],
    rules: { 'no-restricted-syntax': ['error', ...FOCUSED_TESTS] },
  },
  {
    files: ['test/**/*.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        {
          property: 'waitForFunction',
          message: 'It asks again by eval, which the policy of our pages refuses: untilTrue does not.',
        },
      ],
      // Answers are arbitrary JSON until an assertion says more, jest's matchers are `any`, and `rows[0]!` fails as loudly as both.
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/unbound-method': 'off',
      '@typescript-eslint/no-misused-spread': 'off',
    },
  },
)
