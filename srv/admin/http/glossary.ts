/**
 * What members of inputs and answers are where their own schema does not say more, by name. Over 200 lines: a glossary is looked up
 * in one piece.
 */
const WORDS = `
action: What is done
actions: What can be done
active: Somebody uses it
actual: As the catalog tells it
alerts: What is noticed
anomalies: Values that are far from the others
anomalyCount: Number of such values
application: How the client calls itself
attribute: What of the column differs
avg: Average
avgLength: Average length, in characters
bucketCount: Number of spans of time
buckets: Spans of time, in order
busy: Number of connections that work
calls: How often it was run
change: What differs: missing, extra or changed
changes: Columns that differ, with both values
check: What new rows have to meet, as SQL
checked: Number of rows that were looked at
checkedAt: When that was found
checks: What was looked for, and how that went
client: Address of the client
code: Which one it is, as a word that stays
column: Name of a column
columnCount: Number of columns
columnDifferences: Number of differing rows, by column
columns: Columns, in order
columnsOnlyInTable1: Columns that only the first table has
columnsOnlyInTable2: Columns that only the second table has
command: What it is about: select, insert, update, delete or all
comment: What the database keeps as its description
compared: Kinds of objects that were compared
comparedColumns: Columns whose values were compared
configured: Whether the database is set up for it
constraintName: Name of the foreign key
constraints: Keys, checks and rules of uniqueness
content: The result as text
count: Number of items
counts: Numbers by kind
createdAt: When it was made, where the engine keeps that
critical: Number of critical ones
cycles: Round trips among the nodes
data: Values by column
database: Name of the database
daysWithData: Number of days that have a value
defaultValue: What a row gets without a value, as SQL
definition: How it is defined, as SQL
depth: Steps away from the beginning
description: What it means
details: More about it
detect: Ways to find anomalies
differences: What differs
different: What is on both sides and differs
direction: Which way: where data comes from or goes to
distinctCount: Number of different values
distinctExact: Whether that number is counted, not estimated
distinctValues: Number of different values
driver: What speaks to the engine
dropped: Whether it is gone
dryRun: Nothing of this has stayed
duplicateGroups: Number of groups of rows that are alike
duplicateKeys1: Keys that the first table has more than once
duplicateKeys2: Keys that the second table has more than once
duplicateTimes: Number of times that occur more than once
duplicates: Groups of rows that are alike
durationMs: How long it took, in milliseconds
earliest: The first time
edges: What leads from one node to another
elapsedMs: How long it took, in milliseconds
emptyCount: Number of empty texts
enabled: Whether it is switched on
encoding: How texts are encoded
ended: Whether it has ended
engine: The kind of database: sqlite, postgres or hana
error: Short message
errors: What is wrong, one by one
events: When a trigger runs
expected: As the model says
facts: What is known of a step, by name
failed: Number of rows that break the rule
failedPercent: Share of such rows
filled: Whether it was made up for a gap
fills: Ways to fill gaps
findings: What was found, the worst first
forecast: What is expected next
foreignKeys: Number of foreign keys
format: In which form
from: Where it begins
function: How it is computed
functions: What can be computed
gapCount: Number of gaps
gaps: Spans of time without values
grants: Number of rights
group: Values of the columns that groups are made by
high: Number of high ones
histogram: Numbers of values by range
histogramBins: Number of ranges
host: Name of the machine
id: What names it in further requests
identical: Whether nothing differs; or number of equal rows
identity: When the database numbers the column itself
idle: Number of connections that wait for work
ignoreCase: Letter case does not count
inSync: Nothing differs, or only what is ignored
includeData: Whether rows come along
includeTransformations: Tells what triggers and views do
indexAdvice: Indexes to make and to drop
indexes: Indexes
inferred: Whether the rule was made up from the data
infinityCount: Number of infinite values
info: Number of those that only inform
interval: Length of a span of time
intervals: Lengths of spans that can be asked for
invalidRows: Number of rows that break a rule
isCurrent: Whether it is meant where none is named
isGenerated: Whether the database computes its values
isSystem: Whether it belongs to the engine itself
key: Values of the key, by column
keyColumns: Columns by which rows are matched
keyPosition: Place in the primary key, from 1
kind: Which kind it is
label: Kind of service of the platform
lagBytes: How far it is behind, in bytes
lagSeconds: How far it is behind, in seconds
lastContact: When it was last heard of
lastEnd: When it last ended
lastError: What last went wrong
lastStart: When it last began
latest: The last time
low: Number of low ones
lower: Lower bound of what is expected
masked: Its values are hidden from this user
matchKey: What the rows have in common
matchPercentage: How alike the rows are, up to 100
matching: Number of rows that are the same
maxLength: Length of the longest value
maxMs: The longest run, in milliseconds
maxNodes: Most nodes of the graph
median: The value in the middle
medianStepSeconds: Usual time from one value to the next, in seconds
medium: Number of medium ones
method: How it was found
methods: Ways that can be asked for
minLength: Length of the shortest value
missing: Number of values that are missing
mode: How it is done
model: What the result was computed by
movedBy: Who has left what was deployed last; null where that is not known
movingAverage: Average of the last buckets
name1: Name in the first schema
name2: Name in the second schema
name: Name
nanCount: Number of values that are no number
negativeCount: Number of values below 0
negativeInfinityCount: Number of values that are minus infinity
nextCursor: To be sent as cursor for the next page; null on the last
nodes: Tables and views of the graph
notCompared: Kinds of objects that were not compared, and why
note: What is to be known about it
nullCount: Number of NULLs
nullKeys1: Rows of the first table without a key
nullKeys2: Rows of the second table without a key
nullPercent: Share of NULLs
nullTimes: Number of rows without a time
nullable: Whether it may be NULL
number: Number of the session, as the engine counts
numberCount: Number of finite numbers
numericColumns: Columns of numbers
object: Which object it is about
onlyInSchema1: Tables that only the first schema has
onlyInSchema2: Tables that only the second schema has
onlyInTable1: Rows that only the first table has
onlyInTable2: Rows that only the second table has
operator: How values are compared
orphanedRecords: Examples of such rows
orphanedRows: Number of rows that refer to none
otherCount: Number of values of another kind
owner: Who owns it
p25: A quarter of the values is below it
p75: Three quarters of the values are below it
pairsCompared: Number of pairs of rows that were compared
path: Where it is served
pattern: With * and ? for any characters
percent: Share, up to 100
plan: How it is run, or offered
platform: Product of the database
plugin: What decodes the changes
policies: Rules about which rows a user sees
port: Port of the machine
position: Place, from 1
privileges: Rights on tables
processedRecords: Number of records it has worked on
profiledAt: When the profile was made
progressPercent: How far it is
protocols: How it can be spoken to
readable: Whether the database user may read it
reason: Why
receivedPosition: How far changes have come
recorded: As it was deployed last; null where that is not known, or was not there
records: Rows
referencedBy: Keys of other tables that refer to this one
referencedColumns: Columns that are referred to
referencedSchema: Schema of the table that is referred to
referencedTable: Table that is referred to
references: Keys that refer to other tables
referencesSchema: Schema of the table that is referred to
referencesTable: Table that is referred to
refusal: Why CAP would refuse to deploy the model to what was deployed last
renameCandidates: What may only have another name
replayPosition: How far changes have been applied
replicas: Copies of the database that follow it
results: What became of each rule
retainedBytes: What is kept for it, in bytes
role: Part that the database plays
roles: Who it is for
rootTable: Where the graph begins
routines: Functions and procedures
row: Values of the row, by column
rowCount: Number of rows
rowCountExact: Whether that number is counted, not estimated
rows: Rows, or their number
rowsCopied: Number of rows that were copied
rule: Name of the rule
sampleMethod: How rows were chosen
sampled: Whether only some rows were looked at
sampledRows: Number of rows that were looked at
samples: Examples
schema1: Name of the first schema
schema2: Name of the second schema
schema: Name of the schema
schemas: Schemas
score: How far it is from the others
script: All of it as one text
sentPosition: How far changes have been sent
sequences: Sequences
series: Time series, one for each group
serverTime: What the clock of the database says
services: Services
sessions: Sessions of the database
severity: How bad it is
size: Number of units in an interval
sizeBytes: What it takes on the disk, in bytes
skipped: What was left out, and why
slots: What keeps changes for replicas
slowStatements: Statements that took most of the time
source: Where it comes from
sourceCount: Number of sources
sourceTable: Table to be copied
sources: What was asked, and whether it could be
start: Where it begins, in UTC
startedAt: When it began
state: What it does
statement: Text of the statement
statementStartedAt: When its statement began
statements: Statements, in an order in which they run
statistics: Extended statistics
status: How it is
stddev: Standard deviation
stopOnFirstError: Ends at the first row that breaks a rule
structureCopied: Whether the table was made
subscriptions: What follows other databases
summary: Numbers of it all
syncState: Whether it is waited for
table1: The first table
table1Type: Type in the first table
table1Value: Value in the first table
table2: The second table
table2Type: Type in the second table
table2Value: Value in the second table
table: Name of the table
tableCount: Number of tables
tables: Tables
tablesCloned: Number of tables that were cloned
target: Where it goes
targetCount: Number of targets
tasks: Tasks
tenant: Name of the tenant's database
text: In words
time: When
timeColumn: Column of the times
timeColumns: Columns of times
timestamp: When
timezone: Time zone in which days begin
to: Where it ends
topValues: The most frequent values
total: Number of all
totalErrors: Number of errors
totalForeignKeys: Number of foreign keys that were checked
totalMs: All runs together, in milliseconds
totalOrphanedRecords: Number of rows that refer to none, of all keys
totalRows: Number of rows
totalWarnings: Number of warnings
transactionStartedAt: When its transaction began
transformationCount: Number of transformations
transformations: What views and triggers do
triggers: Triggers
truncated: Whether there is more than this
type: Type, in the engine's words
typeDifferences: Columns of different types
types: Number of types
uniquePercent: Share of values that occur once
uniqueRows: Number of rows that are like no other
unresolved: What could not be traced, and why
upper: Upper bound of what is expected
user: Name of the database user
userAction: What can be done about it
using: Which rows are seen, as SQL
valid: Whether it can be used
validConstraints: Number of keys without such rows
validRows: Number of rows that break no rule
value1: What the first schema has
value2: What the second schema has
value: The value
valueColumn: Column of the values
values: Values
valuesCut: Whether values were cut
version: Version of the database
viewCount: Number of views
views: Views
viewsCloned: Number of views that were cloned
violatedConstraints: Number of keys with such rows
violations: Keys with such rows
waiting: Number of requests that wait for a connection
waitsFor: Session that holds what it waits for
walStatus: Whether what it needs is still there
writable: Whether the database user may make tables in it
zeroCount: Number of zeros
`

const GLOSSARY: ReadonlyMap<string, string> = new Map(
  WORDS.trim()
    .split('\n')
    .map((line) => {
      const at = line.indexOf(': ')
      return [line.slice(0, at), line.slice(at + 2)]
    }),
)

/** @returns undefined for a name that has to be described where it is used. */
export const describeMember = (name: string): string | undefined => GLOSSARY.get(name)
