/** All pages of the cockpit. Over 200 lines: it is one list, which is looked through in one piece. */
import type { ComponentType } from 'react'
import { server } from '../api/server.ts'
import type { Role } from '../api/session.ts'
import type { Language } from '../i18n/language.ts'

/** A page of the cockpit. */
export interface Page {
  /** The first segment of its address. */
  readonly id: string
  /** Name of its icon; `src/shell/icons.ts` brings it in. */
  readonly icon: string
  readonly title: Readonly<Record<Language, string>>
  /** Where it stands in the navigation; without one it is reached from other pages only. */
  readonly group?: Group
  /** The page whose place in the navigation it shares, when it has none of its own. */
  readonly parent?: string
  /** It can be about the table that one works on: as its own, or as the first of two. */
  readonly takes?: 'table' | 'first'
  /** Least role that can do anything there. */
  readonly role: Role
  /** The page of the operation behind it, of `docs/operations`; by the tab or the choice of the address where it has several. */
  readonly help?: string | ((options: Readonly<Record<string, string>>) => string)
  /** What of the server it cannot do without. */
  readonly needs?: 'records' | 'query'
  /** Comes when it is shown for the first time. */
  readonly load: () => Promise<{ default: ComponentType }>
}

export const GROUPS = {
  look: { en: 'Look', de: 'Ansehen' },
  check: { en: 'Check', de: 'Prüfen' },
  move: { en: 'Move', de: 'Übertragen' },
} as const satisfies Record<string, Record<Language, string>>
export type Group = keyof typeof GROUPS

const TAB_HELP: Readonly<Record<string, string | undefined>> = {
  rows: 'filters',
  profile: 'dataProfile',
  lineage: 'dataLineage',
  checks: 'rules',
}

/** All pages, in the order of the navigation. The first one is where one starts. */
export const PAGES: readonly Page[] = [
  {
    id: 'overview',
    icon: 'home',
    title: { en: 'Overview', de: 'Überblick' },
    group: 'look',
    role: 'viewer',
    help: 'README',
    load: () => import('./overview/overview.tsx'),
  },
  {
    id: 'tables',
    icon: 'table-view',
    title: { en: 'Tables and views', de: 'Tabellen und Sichten' },
    group: 'look',
    role: 'viewer',
    help: 'tables',
    load: () => import('./tables/tables.tsx'),
  },
  {
    id: 'table',
    icon: 'table-view',
    title: { en: 'Table', de: 'Tabelle' },
    parent: 'tables',
    role: 'viewer',
    help: ({ tab = '' }) => TAB_HELP[tab] ?? 'table',
    load: () => import('./table/table.tsx'),
  },
  {
    id: 'records',
    needs: 'records',
    icon: 'browse-folder',
    title: { en: 'Records of the model', de: 'Datensätze des Modells' },
    group: 'look',
    role: 'viewer',
    help: 'README',
    load: () => import('./records/records.tsx'),
  },
  {
    id: 'lineage',
    takes: 'table',
    icon: 'org-chart',
    title: { en: 'Lineage', de: 'Datenherkunft' },
    group: 'look',
    role: 'viewer',
    help: 'dataLineage',
    load: () => import('./lineage/lineage.tsx'),
  },
  {
    id: 'diagram',
    takes: 'table',
    icon: 'overview-chart',
    title: { en: 'Diagram', de: 'Diagramm' },
    group: 'look',
    role: 'viewer',
    help: 'structure',
    load: () => import('./diagram/diagram.tsx'),
  },
  {
    id: 'timeseries',
    takes: 'table',
    icon: 'line-chart',
    title: { en: 'Time series', de: 'Zeitreihen' },
    group: 'look',
    role: 'operator',
    help: 'timeseriesTools',
    load: () => import('./timeseries/timeseries.tsx'),
  },
  {
    id: 'query',
    needs: 'query',
    icon: 'source-code',
    title: { en: 'Query', de: 'Abfrage' },
    group: 'look',
    role: 'admin',
    help: 'query',
    load: () => import('./query/query.tsx'),
  },
  {
    id: 'compare',
    takes: 'first',
    icon: 'compare',
    title: { en: 'Compare tables', de: 'Tabellen vergleichen' },
    group: 'check',
    role: 'operator',
    help: 'compareData',
    load: () => import('./compare/compare.tsx'),
  },
  {
    id: 'validation',
    takes: 'table',
    icon: 'validate',
    title: { en: 'Validation', de: 'Validierung' },
    group: 'check',
    role: 'operator',
    help: 'dataValidator',
    load: () => import('./validation/validation.tsx'),
  },
  {
    id: 'duplicates',
    takes: 'table',
    icon: 'duplicate',
    title: { en: 'Duplicates', de: 'Duplikate' },
    group: 'check',
    role: 'operator',
    help: 'duplicateDetection',
    load: () => import('./duplicates/duplicates.tsx'),
  },
  {
    id: 'references',
    takes: 'table',
    icon: 'chain-link',
    title: { en: 'References', de: 'Verweise' },
    group: 'check',
    role: 'operator',
    help: 'referentialCheck',
    load: () => import('./references/references.tsx'),
  },
  {
    id: 'compare-schema',
    icon: 'compare-2',
    title: { en: 'Compare schemas', de: 'Schemas vergleichen' },
    group: 'check',
    role: 'viewer',
    help: 'compareSchema',
    load: () => import('./compare-schema/compare-schema.tsx'),
  },
  {
    id: 'drift',
    icon: 'inspection',
    title: { en: 'Model and database', de: 'Modell und Datenbank' },
    group: 'check',
    role: 'viewer',
    help: 'modelDrift',
    load: () => import('./drift/drift.tsx'),
  },
  {
    id: 'export',
    takes: 'table',
    icon: 'journey-depart',
    title: { en: 'Export', de: 'Export' },
    group: 'move',
    role: 'operator',
    help: 'export',
    load: () => import('./export/export.tsx'),
  },
  {
    id: 'import',
    takes: 'table',
    icon: 'journey-arrive',
    title: { en: 'Import', de: 'Import' },
    group: 'move',
    role: 'admin',
    help: 'import',
    load: () => import('./import/import.tsx'),
  },
  {
    id: 'clone',
    takes: 'table',
    icon: 'copy',
    title: { en: 'Copy and clone', de: 'Kopieren und klonen' },
    group: 'move',
    role: 'admin',
    help: ({ what }) => (what === 'schema' ? 'schemaClone' : 'tableCopy'),
    load: () => import('./clone/clone.tsx'),
  },
  {
    id: 'dump',
    icon: 'database',
    title: { en: 'Dump and load', de: 'Sichern und laden' },
    group: 'move',
    role: 'operator',
    help: ({ what }) => (what === 'load' ? 'load' : 'dump'),
    load: () => import('./dump/dump.tsx'),
  },
  {
    id: 'sessions',
    icon: 'connected',
    title: { en: 'Sessions', de: 'Sitzungen' },
    group: 'check',
    role: 'operator',
    help: 'sessions',
    load: () => import('./sessions/sessions.tsx'),
  },
  {
    id: 'operations',
    icon: 'activities',
    title: { en: 'Operations and files', de: 'Vorgänge und Dateien' },
    group: 'move',
    role: 'viewer',
    help: 'README',
    load: () => import('./operations/operations.tsx'),
  },
  {
    id: 'help',
    icon: 'log',
    title: { en: 'Help', de: 'Hilfe' },
    parent: 'overview',
    role: 'viewer',
    load: () => import('./help/help.tsx'),
  },
]

export const findPage = (id: string): Page | undefined => (id === '' ? PAGES[0] : PAGES.find((page) => page.id === id))

/** Whether the server has what a page needs. */
export const isOffered = ({ needs }: Page): boolean => needs === undefined || server()[needs] !== null
