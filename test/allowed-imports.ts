/** The allowed imports between folders, and which folders may use which packages. test/architecture.test.ts checks both, and that ARCHITECTURE.md shows them. */

export interface AllowedImports {
  /** A folder from the repository's root. */
  readonly path: string
  readonly may: readonly string[]
}

export interface PackageUse {
  readonly name: RegExp
  readonly folders: readonly string[]
  readonly why: string
}

/** Imports that every screen is allowed. */
const common = ['src/ui', 'src/api', 'src/base', 'contract', 'adapters/platform', 'adapters/storage']

/** Allowed imports by folder. The most specific entry that contains a file applies. A folder may always import itself. */
export const folders: readonly AllowedImports[] = [
  { path: 'contract', may: ['contract/rules'] },
  // Pure rules that plugin and server evaluate alike: every function depends on its arguments alone.
  { path: 'contract/rules', may: [] },
  { path: 'bridge/core', may: [] },
  { path: 'bridge/page', may: ['bridge/core'] },
  { path: 'bridge/host', may: ['bridge/core'] },
  {
    path: 'bridge/simulator',
    may: ['bridge/core', 'bridge/host', 'bridge/page/env', 'fixtures', 'contract', 'adapters/storage'],
  },
  { path: 'bridge/legacy', may: ['bridge/core', 'bridge/host'] },
  // The samples are given to other developers as complete programs, so they import nothing.
  { path: 'bridge/samples', may: [] },
  { path: 'bridge/shell', may: ['bridge/core', 'bridge/host'] },
  { path: 'bridge', may: [] },
  {
    // All browser storage is accessed through this folder.
    path: 'adapters/storage',
    may: [],
  },
  { path: 'adapters/qianniu', may: ['adapters', 'bridge/core', 'bridge/page', 'bridge/legacy', 'contract'] },
  {
    path: 'adapters',
    may: ['bridge/core', 'contract', 'fixtures', 'adapters/qianniu', 'adapters/browser', 'adapters/mock', 'adapters/storage'],
  },
  { path: 'src/base', may: ['contract', 'adapters/storage', 'bridge/core/crc32'] },
  { path: 'src/api', may: ['contract', 'src/base', 'adapters/platform'] },
  { path: 'src/ui', may: ['src/base'] },
  // Cutting out without a page's API client: the designer and the buyers' page run it.
  { path: 'src/cutout', may: ['src/base', 'contract'] },
  { path: 'src/imaging', may: ['src/base', 'adapters/storage', 'bridge/core/crc32'] },
  // The kernel of designs: it runs without React, without a page's API client and without the designer.
  { path: 'src/design/geometry', may: ['src/design/model/types'] },
  { path: 'src/design/model', may: ['src/design/geometry', 'contract'] },
  { path: 'src/design/rules', may: ['src/design/geometry', 'src/design/model'] },
  { path: 'src/design/commands', may: ['src/design/geometry', 'src/design/model', 'src/design/rules', 'contract'] },
  { path: 'src/design/history', may: ['src/design/model', 'contract'] },
  { path: 'src/design/checks', may: ['src/design/geometry', 'src/design/model', 'contract'] },
  { path: 'src/design/template', may: ['src/design/model', 'contract'] },
  { path: 'src/design/print', may: ['src/design/geometry', 'src/design/model', 'src/imaging', 'contract'] },
  { path: 'src/design/test', may: ['src/design'] },
  { path: 'src/design', may: [] },
  {
    path: 'src/designer/session',
    may: [
      'src/design/geometry',
      'src/design/model',
      'src/design/rules',
      'src/design/commands',
      'src/design/history',
      'src/design/template',
      'src/base',
      'contract',
      'adapters/storage',
    ],
  },
  {
    path: 'src/designer/api',
    may: [
      'src/design/geometry',
      'src/design/model',
      'src/design/template',
      'src/designer/session',
      'contract',
      'src/base',
      'src/api',
    ],
  },
  { path: 'src/designer/render', may: ['src/design', 'src/designer/session', 'src/base', 'contract', 'src/imaging'] },
  { path: 'src/designer/test', may: ['src/designer', 'src/design'] },
  {
    path: 'src/designer',
    may: ['src/designer', 'src/design', 'src/cutout', 'src/template-tools', 'src/imaging', ...common],
  },
  { path: 'src/template-tools', may: ['src/design', 'src/imaging', ...common] },
  // Code that several features share lies in these folders, because no feature imports another.
  // The buyers' page is a program of its own: the kernel of designs, but nothing of the plugin.
  {
    path: 'src/buyer',
    may: [
      'src/design',
      'src/cutout',
      'src/imaging/pixels',
      'src/imaging/case-scene',
      'src/base',
      'contract',
      'adapters/storage',
      'adapters/upload/form-post',
    ],
  },
  { path: 'src/push', may: common },
  { path: 'src/customization-settings', may: common },
  // Workers make the print files and the archives.
  { path: 'src/downloads', may: ['src/imaging/tiff', 'src/imaging/zip', ...common] },
  { path: 'src/features/erp', may: ['src/push', ...common] },
  // The form draws a preview of each font before it uploads the font.
  { path: 'src/features/fonts', may: ['src/imaging/glyphs', ...common] },
  { path: 'src/features/links', may: ['src/customization-settings', ...common] },
  { path: 'src/features/orders', may: ['src/downloads', 'src/push', ...common] },
  { path: 'src/features/products', may: ['src/customization-settings', ...common] },
  // The self-test writes the report from which the client adapter takes its limits.
  { path: 'src/features/self-test', may: ['adapters/diagnosis', ...common] },
  { path: 'src/features/templates', may: ['src/design', 'src/template-tools', ...common] },
  { path: 'src/features', may: common },
  { path: 'src/app', may: ['src', 'contract', 'adapters'] },
  { path: 'src', may: ['src', 'contract', 'adapters'] },
  { path: 'server/kernel', may: ['contract', 'server/ports'] },
  { path: 'server/ports', may: ['contract'] },
  { path: 'server/domain', may: ['contract', 'server/kernel', 'server/ports'] },
  // The press of the designer draws on the server, too.
  {
    path: 'server/infra/render',
    may: ['contract', 'server/kernel', 'server/ports', 'server/infra/content', 'src/design', 'src/imaging'],
  },
  { path: 'server/infra', may: ['contract', 'server/kernel', 'server/ports', 'server/domain', 'server/infra/render'] },
  { path: 'server/jobs', may: ['contract', 'server/kernel', 'server/ports', 'server/domain'] },
  { path: 'server/http', may: ['contract', 'server/kernel', 'server/ports', 'server/domain', 'server/infra'] },
  {
    // The embedded marketplace answers from fixtures.
    path: 'server/embedded',
    may: ['server', 'contract', 'fixtures/marketplace', 'fixtures/replies'],
  },
  // The version of the program is in package.json.
  { path: 'server', may: ['server', 'contract', 'package.json'] },
]

/** Folders of the plugin with components. */
const screens = [
  'src/app',
  'src/ui',
  'src/features',
  'src/designer/ui',
  'src/template-tools/batch',
  'src/template-tools/preview',
  'src/template-tools/psd/ui',
  'src/downloads',
  'src/push',
  'src/customization-settings',
  'src/api',
  'src/main.tsx',
  'src/arco-react19.d.ts',
]

/** Packages that only one folder may import, so that replacing them stays a local change. */
export const packages: readonly PackageUse[] = [
  {
    name: /^(leafer-ui|@leafer(-in|-ui)?\/)/,
    folders: ['src/designer/render'],
    why: 'only src/designer/render draws with Leafer',
  },
  {
    name: /^(react|react-dom)(\/|$)/,
    folders: [...screens, 'src/buyer'],
    why: 'rules, commands and adapters must run without React',
  },
  { name: /^ogl$/, folders: ['src/imaging/case-scene'], why: 'it is loaded only when a case is turned' },
  {
    name: /^(@arco-design\/|wouter|@dnd-kit\/|@tanstack\/)/,
    folders: screens,
    why: "the buyers' page stays small",
  },
  { name: /^idb-keyval$/, folders: ['adapters/storage'], why: 'a page may keep nothing: adapters/storage guards the database' },
  { name: /^zod$/, folders: ['contract', 'server'], why: 'the plugin must not carry zod' },
  {
    name: /^(hono|@hono\/)/,
    folders: ['server/http', 'server/main.ts', 'server/test', 'server/infra', 'server/embedded'],
    why: 'domain code knows no HTTP library',
  },
  {
    name: /^(prom-client|@opentelemetry\/)/,
    folders: ['server/infra/metrics', 'server/infra/tracing'],
    why: 'they are loaded only where the operator configured them',
  },
  { name: /^(pg|@electric-sql\/)/, folders: ['server/infra', 'server/test', 'server/cli'], why: 'domain code speaks Kysely' },
  {
    name: /^(node:fs|node:http|node:net|sharp)/,
    folders: ['server/infra', 'server/embedded', 'server/http', 'server/main.ts', 'server/cli', 'server/test', 'server/jobs'],
    why: 'domain code reaches files and sockets through a port',
  },
]

/** Everybody may import the shared rules except the bridge, which other programs run, and adapters/storage, on which the bridge builds. */
export const rules = { path: 'contract/rules', withoutThem: ['bridge', 'adapters/storage'] } as const

/** The two tables as Markdown, for ARCHITECTURE.md. */
export function importTables(): string {
  const list = (paths: readonly string[]) => (paths.length === 0 ? 'nothing' : paths.map((path) => `\`${path}\``).join(', '))
  return [
    '| Folder | May import, besides itself |',
    '|---|---|',
    ...folders.map(({ path, may }) => `| \`${path}\` | ${list(may)} |`),
    '',
    `\`${rules.path}\` may be imported by every folder but ${rules.withoutThem.map((path) => `\`${path}\``).join(' and ')}.`,
    '',
    '| Packages | Only in | Because |',
    '|---|---|---|',
    ...packages.map(({ name, folders: users, why }) => `| \`${name.source.replaceAll('|', '\\|')}\` | ${list(users)} | ${why} |`),
  ].join('\n')
}
