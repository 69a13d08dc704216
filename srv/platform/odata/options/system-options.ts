/** The system query options of OData 4.0 and 4.01 that are taken; all others are refused. */
export const SYSTEM_OPTIONS: ReadonlySet<string> = new Set([
  '$apply',
  '$compute',
  '$count',
  '$expand',
  '$filter',
  '$format',
  '$orderby',
  '$search',
  '$select',
  '$skip',
  '$skiptoken',
  '$top',
])
