/**
 * JSON schemas of inputs and answers, in short: `import * as t`, and a member `t.string('Table or view')`. Descriptions come first,
 * other keywords of JSON Schema in the options.
 */
import {
  type SchemaOptions,
  type Static,
  type TLiteral,
  type TOptional,
  type TProperties,
  type TSchema,
  Type,
} from '@sinclair/typebox'

/** Options of a schema, besides what it is described as. */
type Options = Omit<SchemaOptions, 'description'> & Readonly<Record<string, unknown>>

const described = (description: string | undefined, options: Options): Options =>
  description === undefined ? options : { ...options, description }

export const string = (description?: string, options: Options = {}) => Type.String(described(description, options))
export const integer = (description?: string, options: Options = {}) => Type.Integer(described(description, options))
export const number = (description?: string, options: Options = {}) => Type.Number(described(description, options))
export const boolean = (description?: string, options: Options = {}) => Type.Boolean(described(description, options))
export const dateTime = () => Type.String({ format: 'date-time' })
export const stringArray = (description?: string, options: Options = {}) =>
  Type.Array(Type.String(), described(description, options))

/** A value of a row, or of a column of it. */
export const value = () => Type.Unsafe<unknown>({ description: 'A value of the database, as JSON has it' })

/** Values by the names of their columns. */
export const values = (description?: string) => Type.Record(Type.String(), value(), described(description, {}))

/** What the engine may not tell. */
export const nullable = <Schema extends TSchema>(schema: Schema, description?: string, options: Options = {}) =>
  Type.Union([schema, Type.Null()], described(description, options))

/** One of a few words. */
export const oneOf = <const Word extends string>(words: readonly Word[], description?: string, options: Options = {}) =>
  Type.Union<TLiteral<Word>[]>(
    words.map((word) => Type.Literal(word)),
    described(description, options),
  )

/** Words, most often names, in a text with commas between them or in a list. */
export const commaSeparated = (description: string, text: SchemaOptions = {}, list: SchemaOptions = {}) =>
  Type.Union([Type.String(text), Type.Array(Type.String(), list)], { description })

export const object = Type.Object
export const record = <Schema extends TSchema>(schema: Schema, description?: string, options: Options = {}) =>
  Type.Record(Type.String(), schema, described(description, options))
export const unknown = Type.Unknown
export const literal = Type.Literal
export const union = <const Schemas extends TSchema[]>(of: [...Schemas], description?: string, options: Options = {}) =>
  Type.Union(of, described(description, options))

export const array = <Schema extends TSchema>(of: Schema, description?: string, options: Options = {}) =>
  Type.Array(of, described(description, options))

/** A list of objects. */
export const arrayOf = <Members extends TProperties>(members: Members, description?: string) =>
  array(Type.Object(members), description)

const each = <Schema extends TSchema, Name extends string>(names: readonly Name[], schemaOf: (name: Name) => Schema) =>
  Object.fromEntries(names.map((name) => [name, schemaOf(name)])) as Record<Name, Schema>

/** Several members of one kind. */
export const all = <Schema extends TSchema, Name extends string>(schema: Schema, ...names: readonly Name[]) =>
  each(names, () => schema)
export const strings = <Name extends string>(...names: readonly Name[]) => each(names, () => string())
export const integers = <Name extends string>(...names: readonly Name[]) => each(names, () => integer())
export const booleans = <Name extends string>(...names: readonly Name[]) => each(names, () => boolean())

/** Members that may be left out. */
export const optionals = <Members extends TProperties>(members: Members) =>
  each(Object.keys(members), (name) => Type.Optional(members[name] as TSchema)) as unknown as {
    [Name in keyof Members]: TOptional<Members[Name]>
  }

export const optional = Type.Optional
export type { Static }
