/** Types of the model by the names that `cast` and `isof` use. */
export const EDM_TYPES: ReadonlyMap<string, string> = new Map([
  ['Edm.String', 'String'],
  ['Edm.Byte', 'UInt8'],
  ['Edm.Int16', 'Int16'],
  ['Edm.Int32', 'Integer'],
  ['Edm.Int64', 'Int64'],
  ['Edm.Decimal', 'Decimal'],
  ['Edm.Double', 'Double'],
  ['Edm.Boolean', 'Boolean'],
  ['Edm.Guid', 'UUID'],
  ['Edm.Date', 'Date'],
  ['Edm.TimeOfDay', 'Time'],
  ['Edm.DateTimeOffset', 'Timestamp'],
])
