/** The models of the services as pages read them: entity types, their properties, and the annotations on both. */
import cds from '@sap/cds'
import { nameFields } from '../../srv/platform/pages/name-fields.ts'
import { ROOT } from './server-process.ts'

type Json = Record<string, unknown>

/** One service, as its `$metadata` tells. */
export interface ServiceModel {
  readonly name: string
  /** Names of entity types, without the service's. Their sets have the same names. */
  readonly types: readonly string[]
  /** Names of the properties of a type, those to other types among them. */
  properties(type: string): string[]
  /** The annotations of a type, or of one of its properties. */
  annotations(type: string, property?: string): Json
  /**
   * Follows a path of navigation properties to what is at its end.
   *
   * @returns the type that has the last segment, and that segment; undefined where a segment does not exist.
   */
  follow(type: string, path: string): { type: string; property: string; target: string | undefined } | undefined
}

interface Member {
  readonly $Kind?: string
  readonly $Type?: string
}

nameFields()

/** Compiles the models as the server does, and reads one service of them. */
export async function readServiceModel(name: string): Promise<ServiceModel> {
  const csn = await cds.load('*', { root: ROOT } as never)
  const compiled = cds.compile.to.edm(csn, { service: name } as never) as unknown
  const document = (typeof compiled === 'string' ? JSON.parse(compiled) : compiled) as Record<string, Json>
  const service = document[name]!
  const annotated = service['$Annotations'] as Record<string, Json>
  const kindOf = (type: string): unknown => (service[type] as Member).$Kind
  return {
    name,
    types: Object.keys(service).filter((type) => !/^[$@]/.test(type) && kindOf(type) === 'EntityType'),
    properties: (type) => Object.keys(service[type] as Json).filter((property) => !/^[$@]/.test(property)),
    annotations: (type, property) => annotated[`${name}.${type}${property === undefined ? '' : `/${property}`}`] ?? {},
    follow(type, path) {
      const segments = path.split('/')
      const property = segments.pop()!
      let at = type
      for (const segment of segments) {
        const { $Kind, $Type } = (service[at] as Record<string, Member>)[segment] ?? {}
        if ($Kind !== 'NavigationProperty') return undefined
        at = $Type!.slice(name.length + 1)
      }
      const member = (service[at] as Record<string, Member>)[property]
      if (member === undefined) return undefined
      const isNavigation = member.$Kind === 'NavigationProperty'
      return { type: at, property, target: isNavigation ? member.$Type!.slice(name.length + 1) : undefined }
    },
  }
}
