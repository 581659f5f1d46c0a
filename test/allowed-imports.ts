/** The allowed imports between folders, and which folders may use which packages. test/architecture.test.ts checks both, and that docs/imports.md shows them. */

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
  { path: 'contract', may: ['contract/rules', 'contract/ground'] },
  // Pure helpers without business that more than one program uses.
  { path: 'contract/ground', may: [] },
  // Pure rules that plugin and server evaluate alike: every function depends on its arguments alone.
  { path: 'contract/rules', may: [] },
  { path: 'bridge/core', may: ['contract/ground'] },
  { path: 'bridge/page', may: ['bridge/core', 'contract/ground'] },
  { path: 'bridge/host', may: ['bridge/core', 'contract/ground'] },
  {
    path: 'bridge/simulator',
    may: ['bridge/core', 'bridge/host', 'bridge/page/env', 'fixtures', 'contract'],
  },
  { path: 'bridge/legacy', may: ['bridge/core', 'bridge/host', 'contract/ground'] },
  // The samples are given to other developers as complete programs, so they import nothing.
  { path: 'bridge/samples', may: [] },
  { path: 'bridge/shell', may: ['bridge/core', 'bridge/host', 'contract/ground'] },
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
  // Pixel work, which three programs use: no component, no API client.
  { path: 'imaging', may: ['adapters/storage'] },
  // Running a cutout task at its host, for the designer and the buyers' page.
  { path: 'imaging/cutout', may: ['contract'] },
  // The kernel of designs: it runs without React, without a page's API client and without the designer.
  { path: 'design/geometry', may: ['design/model/types'] },
  { path: 'design/model', may: ['design/geometry', 'contract'] },
  { path: 'design/rules', may: ['design/geometry', 'design/model'] },
  { path: 'design/commands', may: ['design/geometry', 'design/model', 'design/rules', 'design/history', 'contract'] },
  { path: 'design/history', may: ['design/model', 'contract'] },
  { path: 'design/checks', may: ['design/geometry', 'design/model', 'contract'] },
  { path: 'design/template', may: ['design/model', 'contract'] },
  { path: 'design/print', may: ['design/geometry', 'design/model', 'imaging', 'contract'] },
  { path: 'design/test', may: ['design'] },
  { path: 'design', may: [] },
  // The buyers' page is a program of its own: the kernel of designs, but nothing of the plugin.
  {
    path: 'buyer',
    may: [
      'design',
      'imaging/cutout',
      'imaging/qr',
      'imaging/pixels',
      'imaging/case-scene',
      'contract',
      'adapters/storage',
      'adapters/upload/form-post',
    ],
  },
  { path: 'src/base', may: ['contract', 'adapters/storage'] },
  { path: 'src/api', may: ['contract', 'src/base', 'adapters/platform'] },
  { path: 'src/ui', may: ['src/base', 'contract/call-errors'] },
  {
    path: 'src/designer/session',
    may: [
      'design/geometry',
      'design/model',
      'design/rules',
      'design/commands',
      'design/history',
      'design/template',
      'src/base',
      'contract',
      'adapters/storage',
    ],
  },
  {
    path: 'src/designer/api',
    may: ['design/geometry', 'design/model', 'design/template', 'src/designer/session', 'contract', 'src/base', 'src/api'],
  },
  { path: 'src/designer/render', may: ['design', 'src/designer/session', 'src/base', 'contract', 'imaging'] },
  { path: 'src/designer/test', may: ['src/designer', 'design'] },
  {
    path: 'src/designer',
    may: ['src/designer', 'design', 'src/template-tools', 'src/agreement', 'src/plates', 'imaging', ...common],
  },
  { path: 'src/template-tools', may: ['design', 'src/agreement', 'imaging', ...common] },
  // Code that several features share lies in these folders, because no feature imports another.
  // Tables are read in workers, and know nothing of what their rows mean.
  { path: 'src/tables', may: [] },
  { path: 'src/agreement', may: common },
  { path: 'src/push', may: common },
  { path: 'src/template-pictures', may: common },
  { path: 'src/customization-settings', may: ['src/template-pictures', ...common] },
  // Orders and the designer show the inks of a print, which the worker of downloads makes.
  { path: 'src/plates', may: ['imaging/plates', ...common] },
  // Workers make the print files and the archives.
  { path: 'src/downloads', may: ['imaging/tiff', 'imaging/zip', 'src/plates', ...common] },
  { path: 'src/features/erp', may: ['src/push', ...common] },
  // The form draws a preview of each font before it uploads the font.
  { path: 'src/features/fonts', may: ['imaging/glyphs', ...common] },
  // The hole in a foreground is the proposed print area.
  { path: 'src/features/wireframes', may: ['imaging/mask', 'src/tables', ...common] },
  { path: 'src/features/links', may: ['imaging/qr', 'src/customization-settings', 'src/template-pictures', ...common] },
  { path: 'src/features/login', may: ['src/agreement', ...common] },
  // Labels have QR codes.
  { path: 'src/features/orders', may: ['imaging/qr', 'src/downloads', 'src/plates', 'src/push', 'src/tables', ...common] },
  // Jigs come from design programs as SVGs.
  { path: 'src/features/print-floor', may: ['imaging/jigs', 'imaging/labels', 'imaging/qr', ...common] },
  // Profiles are learned from files in a worker, which makes their test pages too.
  { path: 'src/features/print-profiles', may: ['imaging/plates', 'imaging/tiff', 'src/plates', 'src/downloads', ...common] },
  { path: 'src/features/products', may: ['src/customization-settings', ...common] },
  // The self-test writes the report from which the client adapter takes its limits.
  { path: 'src/features/self-test', may: ['adapters/diagnosis', ...common] },
  { path: 'src/features/templates', may: ['design', 'src/template-tools', 'src/template-pictures', ...common] },
  { path: 'src/features', may: common },
  { path: 'src/app', may: ['src', 'contract', 'adapters'] },
  { path: 'src', may: ['src', 'contract', 'adapters'] },
  { path: 'server/kernel', may: ['contract', 'server/ports'] },
  { path: 'server/ports', may: ['contract'] },
  { path: 'server/domain', may: ['contract', 'server/kernel', 'server/ports'] },
  // The press of the designer draws on the server, too.
  {
    path: 'server/infra/render',
    may: ['contract', 'server/kernel', 'server/ports', 'server/infra/content', 'design', 'imaging'],
  },
  {
    path: 'server/infra',
    may: ['contract', 'server/kernel', 'server/ports', 'server/domain', 'server/infra/render', 'imaging/png'],
  },
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
  'src/agreement',
  'src/downloads',
  'src/plates',
  'src/push',
  'src/customization-settings',
  'src/template-pictures',
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
    folders: [...screens, 'buyer'],
    why: 'rules, commands and adapters must run without React',
  },
  {
    name: /^preact(\/|$)/,
    folders: ['buyer/effects.ts', 'buyer/test'],
    why: 'the page names React, and rspack.config.ts gives it Preact',
  },
  { name: /^ogl$/, folders: ['imaging/case-scene'], why: 'it is loaded only when a case is turned' },
  {
    name: /^(@arco-design\/|wouter|@dnd-kit\/|@tanstack\/)/,
    folders: screens,
    why: "the buyers' page stays small",
  },
  { name: /^uplot$/, folders: ['src/features/home'], why: 'it is loaded after what is to do is shown' },
  { name: /^idb-keyval$/, folders: ['adapters/storage'], why: 'a page may keep nothing: adapters/storage guards the database' },
  { name: /^ofetch$/, folders: ['contract/send.ts'], why: 'what is sent twice is decided in one place' },
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
    folders: [
      'server/hot-folder',
      'server/infra',
      'server/embedded',
      'server/http',
      'server/main.ts',
      'server/cli',
      'server/test',
      'server/jobs',
    ],
    why: 'domain code reaches files and sockets through a port',
  },
]

/** Everybody may import the shared rules except the bridge, which other programs run, and adapters/storage, on which its pages build. */
export const rules = { path: 'contract/rules', withoutThem: ['bridge', 'adapters/storage'] } as const
/** Everybody may import the pure helpers except programs that are given away as one file. */
export const ground = { path: 'contract/ground', withoutThem: ['bridge/samples', 'adapters/storage'] } as const

/** The two tables as Markdown, for docs/imports.md. */
export function importTables(): string {
  const list = (paths: readonly string[]) => (paths.length === 0 ? 'nothing' : paths.map((path) => `\`${path}\``).join(', '))
  return [
    '| Folder | May import, besides itself |',
    '|---|---|',
    ...folders.map(({ path, may }) => `| \`${path}\` | ${list(may)} |`),
    '',
    ...[rules, ground].map(
      ({ path, withoutThem }) =>
        `\`${path}\` may be imported by every folder but ${withoutThem.map((other) => `\`${other}\``).join(' and ')}.`,
    ),
    '',
    '| Packages | Only in | Because |',
    '|---|---|---|',
    ...packages.map(({ name, folders: users, why }) => `| \`${name.source.replaceAll('|', '\\|')}\` | ${list(users)} | ${why} |`),
  ].join('\n')
}
