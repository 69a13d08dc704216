/** The parts of an OpenAPI 3.0 document that this folder reads or writes; everything else passes through untouched. */

export type Method = 'get' | 'post' | 'patch' | 'put' | 'delete'

export interface Schema {
  description?: string
  type?: string
  default?: unknown
  enum?: string[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
}

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  description?: string
  required?: boolean
  schema?: Schema
}

export interface Reference {
  $ref: string
}

export interface Media {
  schema: Schema | Reference
  example?: unknown
}

export interface Response {
  description: string
  content?: Record<string, Media>
}

export interface Operation {
  summary?: string
  description?: string
  parameters?: (Parameter | Reference)[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, Response | Reference>
}

export type PathItem = Partial<Record<Method, Operation>> & { parameters?: (Parameter | Reference)[] }

export interface OpenApiDocument {
  openapi: string
  info: { title: string; description: string; version: string }
  'x-sap-shortText': string
  servers: { url: string }[]
  security?: Record<string, string[]>[]
  paths: Record<string, PathItem>
  components: { schemas: Record<string, Schema>; securitySchemes?: Record<string, object> }
}
