// CAP looks for a .ts file only where CDS_TYPESCRIPT is set, which it is not in `cds deploy`.
export { default } from './init.ts'
