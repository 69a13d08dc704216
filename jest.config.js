/** Tests run the TypeScript sources through swc; each test file starts its own server where it needs one. */
export default {
  testEnvironment: 'node',
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  transform: { '\\.ts$': ['@swc/jest', { jsc: { parser: { syntax: 'typescript' }, target: 'es2024' } }] },
  setupFiles: ['<rootDir>/test/support/setup.ts'],
  testTimeout: 20_000,
}
