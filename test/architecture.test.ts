import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

/** Imports that every screen is allowed. */
const common = ['src/ui', 'src/api', 'src/base', 'contract', 'adapters/platform', 'adapters/storage']

/** Allowed imports by folder. The most specific entry that contains a file applies. A folder may always import itself. */
const rooms: readonly { readonly path: string; readonly may: readonly string[] }[] = [
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
  { path: 'src/base', may: ['contract', 'adapters/storage'] },
  { path: 'src/api', may: ['contract', 'src/base', 'adapters/platform'] },
  { path: 'src/ui', may: ['src/base'] },
  { path: 'src/imaging', may: ['src/base', 'adapters/storage'] },
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
    may: ['src/designer', 'src/design', 'src/template-tools', 'src/imaging', ...common],
  },
  { path: 'src/template-tools', may: ['src/design', 'src/imaging', ...common] },
  // Code that several features share lies in these folders, because no feature imports another.
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
  { path: 'server/infra', may: ['contract', 'server/kernel', 'server/ports', 'server/domain'] },
  { path: 'server/jobs', may: ['contract', 'server/kernel', 'server/ports', 'server/domain'] },
  { path: 'server/http', may: ['contract', 'server/kernel', 'server/ports', 'server/domain', 'server/infra'] },
  {
    // The embedded marketplace answers from fixtures.
    path: 'server/embedded',
    may: ['server', 'contract', 'fixtures/marketplace'],
  },
  { path: 'server', may: ['server', 'contract'] },
]

/** Packages that only one folder may import, so that replacing them stays a local change. */
const packageHomes: readonly { readonly name: RegExp; readonly homes: readonly string[]; readonly why: string }[] = [
  { name: /^(leafer-ui|@leafer(-in|-ui)?\/)/, homes: ['src/designer/render'], why: 'only src/designer/render draws with Leafer' },
  {
    name: /^(react|react-dom|@arco-design\/|wouter|@dnd-kit\/|@tanstack\/)/,
    homes: [
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
    ],
    why: 'rules, commands and adapters must run without React',
  },
  { name: /^idb-keyval$/, homes: ['adapters/storage'], why: 'a page may keep nothing: adapters/storage guards the database' },
  { name: /^zod$/, homes: ['contract', 'server'], why: 'the plugin must not carry zod' },
  {
    name: /^(hono|@hono\/)/,
    homes: ['server/http', 'server/main.ts', 'server/test', 'server/infra', 'server/embedded'],
    why: 'domain code knows no HTTP library',
  },
  { name: /^(pg|@electric-sql\/)/, homes: ['server/infra', 'server/test', 'server/cli'], why: 'domain code speaks Kysely' },
  {
    name: /^(node:fs|node:http|node:net|sharp)/,
    homes: [
      'server/infra',
      'server/embedded',
      'server/http',
      'server/main.ts',
      'server/config.ts',
      'server/cli',
      'server/test',
      'server/jobs',
    ],
    why: 'domain code reaches files and sockets through a port',
  },
]

function* sources(folder: string): Generator<string> {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) yield* sources(path)
    else if (/\.tsx?$/.test(entry.name)) yield path
  }
}

const files = ['contract', 'bridge', 'adapters', 'src', 'server']
  .filter((name) => existsSync(join(root, name)))
  .flatMap((name) => [...sources(name)])
/** Code that only tests import is in a folder named test, beside them or for a whole package folder. */
const isTest = (file: string) => /\.test\.tsx?$|\/test\//.test(file)

const importPattern =
  /(?:^|\n)\s*(import|export)\s+(type\s+)?[^'"`;]*?from\s*['"]([^'"]+)['"]|import\s*\(\s*['"]([^'"]+)['"]|(?:^|\n)\s*import\s+['"]([^'"]+)['"]/g

interface Import {
  readonly target: string
  readonly typeOnly: boolean
}

function importsOf(file: string): Import[] {
  const text = readFileSync(join(root, file), 'utf8')
  return [...text.matchAll(importPattern)].map((match) => ({
    target: match[3] ?? match[4] ?? match[5] ?? '',
    typeOnly: match[2] !== undefined,
  }))
}

/**
 * Returns the path, relative to the repository root, of the file that a relative import names; null when there is no such file.
 */
function resolveLocal(file: string, target: string): string | null {
  const base = resolve(root, dirname(file), target)
  const found = ['', '.ts', '.tsx', '.d.ts', '.mjs']
    .map((end) => base + end)
    .find((path) => existsSync(path) && statSync(path).isFile())
  return found ? relative(root, found).replaceAll('\\', '/') : null
}

const inside = (file: string, folder: string) => file === folder || file.startsWith(`${folder}/`) || file.startsWith(`${folder}.`)
const roomOf = (file: string) => rooms.filter((room) => inside(file, room.path)).sort((a, b) => b.path.length - a.path.length)[0]

function mayUse(from: string, to: string): boolean {
  const room = roomOf(from)
  if (!room) return true
  if (roomOf(to) === room) return true
  // Everybody may import the shared rules except the bridge, which other programs run, and adapters/storage, on which the bridge
  // builds.
  if (inside(to, 'contract/rules') && !inside(from, 'bridge') && !inside(from, 'adapters/storage')) return true
  return room.may.some((entry) => inside(to, entry))
}

/**
 * Returns every file (path from the repository root) and package that is loaded, transitively, by the given files. Type imports
 * are left out.
 */
function reachOf(start: readonly string[]): { readonly reached: readonly string[]; readonly packages: readonly string[] } {
  const reached = new Set(start)
  const packages = new Set<string>()
  for (const file of reached) {
    for (const { target, typeOnly } of importsOf(file)) {
      if (typeOnly) continue
      if (!target.startsWith('.')) packages.add(target)
      const local = target.startsWith('.') ? resolveLocal(file, target) : null
      if (local !== null && /\.tsx?$/.test(local)) reached.add(local)
    }
  }
  return { reached: [...reached], packages: [...packages] }
}

const withoutComments = (file: string) => readFileSync(join(root, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')

const feature = (file: string) => /^src\/features\/([^/]+)\//.exec(file)?.[1]

describe('the folder structure', () => {
  test('every import between folders is one that the table of allowed imports contains', () => {
    const broken: string[] = []
    for (const file of files.filter((name) => !isTest(name))) {
      for (const { target } of importsOf(file)) {
        if (!target.startsWith('.')) continue
        const to = resolveLocal(file, target)
        if (to === null) broken.push(`${file} → ${target}: no such file`)
        else if (isTest(to)) broken.push(`${file} → ${to}: only tests may use it`)
        else if (!mayUse(file, to)) broken.push(`${file} → ${to}: ${roomOf(file)?.path} may not use it`)
        else if (feature(file) && feature(to) && feature(file) !== feature(to)) {
          broken.push(`${file} → ${to}: features share through src/ui, src/base or contract, or are composed in src/app`)
        }
      }
    }
    expect(broken).toEqual([])
  })

  test('code that only tests need is in a folder named test', () => {
    expect(files.filter((file) => !isTest(file) && /(?:for-tests|fixtures?|memory-[\w-]+)\.tsx?$/.test(file))).toEqual([])
  })

  test('a package is imported only by the folders that may use it', () => {
    const broken: string[] = []
    for (const file of files.filter((name) => !isTest(name))) {
      for (const { target, typeOnly } of importsOf(file)) {
        for (const { name, homes, why } of packageHomes) {
          if (!name.test(target) || homes.some((home) => inside(file, home))) continue
          // Only the server may import these packages, so outside server/ the message names that rule instead of the package's
          // own.
          const serverOnly = /^(node:|sharp|pg|hono|@hono)/.test(target)
          if (serverOnly && !inside(file, 'server')) broken.push(`${file} → ${target}: belongs to the server`)
          else if (!(typeOnly && target === 'zod')) broken.push(`${file} → ${target}: ${why}`)
        }
      }
    }
    expect(broken).toEqual([])
  })

  test('no files import each other in a cycle, not even for types', () => {
    const left = new Map(
      files
        .filter((file) => !isTest(file))
        .map((file) => [
          file,
          importsOf(file).flatMap(({ target }) => (target.startsWith('.') ? (resolveLocal(file, target) ?? []) : [])),
        ]),
    )
    // A file without importers or without imports is in no cycle; the files left at the end form cycles.
    for (let before = -1; before !== left.size; ) {
      before = left.size
      const imported = new Set([...left.values()].flat())
      for (const [file, targets] of left) {
        if (!imported.has(file) || !targets.some((target) => left.has(target))) left.delete(file)
      }
    }
    expect([...left.keys()]).toEqual([])
  })

  test('the design kernel loads no package, component or screen, even transitively', () => {
    const kernel = files.filter((file) => inside(file, 'src/design') && !isTest(file))
    const { packages, reached } = reachOf(kernel)
    expect(reached).toContain('src/imaging/outline/svg.ts')
    expect(packages).toEqual([])
    expect(reached.filter((file) => !/^(src\/(design|imaging|base)|contract|adapters\/storage)\//.test(file))).toEqual([])
    // Proves that the check above can fail: a component of a screen reaches React.
    expect(reachOf(['src/template-tools/preview/phone-form.tsx']).packages).toContain('react')
  })

  test('the rules of a design use no API that only a browser page has', () => {
    const page =
      /\b(?:document|window|navigator|location|screen|globalThis|self)\s*[.[]|\b(?:HTML\w*Element|HTMLElement|Element|Node|Event|Worker|OffscreenCanvas|ImageBitmap|ImageData|Image|FileReader|Path2D|DOMMatrix)\b(?=\s*[(<.\])},;|&]|$)|\b(?:fetch|createImageBitmap|requestAnimationFrame|setTimeout|postMessage|getComputedStyle)\s*\(/m
    const rooms = ['geometry', 'model', 'rules', 'commands', 'history', 'checks', 'template'].map((room) => `src/design/${room}`)
    const pure = files.filter((file) => rooms.some((room) => inside(file, room)) && !isTest(file))
    expect(page.test(withoutComments('src/design/print/printer.ts'))).toBe(true)
    expect(rooms.filter((room) => !pure.some((file) => inside(file, room)))).toEqual([])
    expect(pure.filter((file) => page.test(withoutComments(file)))).toEqual([])
  })

  test('only adapters/storage uses browser storage APIs directly', () => {
    const direct =
      /(?<!['"\w])(?:localStorage|sessionStorage|indexedDB|cookieStore|BroadcastChannel)\b(?!['":])|\.caches\b|\bcaches\.|\bdocument\.cookie\b|\bnavigator\??\.(?:locks|storage)\b/
    const broken = files
      .filter((file) => /^(src|adapters|bridge)\//.test(file) && !inside(file, 'adapters/storage') && !isTest(file))
      .filter((file) => direct.test(withoutComments(file)))
    expect(broken).toEqual([])
  })

  test('only server/kernel/owned.ts looks up a row of the caller by its id', () => {
    const condition = String.raw`\s*\.where\('(?:id|account_id)', '=', [^)]*\)`
    const byHand = new RegExp(
      String.raw`selectFrom\('\w+'\)\s*\.select(?:All\(\)|\('\w+'\)|\(\[[^\]]*\]\))${condition}${condition}\s*(?:\.for\w+\(\)\s*)?\.executeTakeFirst`,
    )
    const broken = files
      .filter((file) => inside(file, 'server/domain') && !isTest(file))
      .filter((file) => byHand.test(readFileSync(join(root, file), 'utf8')))
    expect(broken).toEqual([])
    expect(
      byHand.test(
        "db.selectFrom('shop').select('id')\n.where('id', '=', id)\n.where('account_id', '=', actor.accountId).executeTakeFirst()",
      ),
    ).toBe(true)
  })

  test('only src/base/paths.ts contains the path of a screen', () => {
    const path = /['"`]\/app(?:[/?'"`]|$)/m
    const broken = files
      .filter((file) => inside(file, 'src') && file !== 'src/base/paths.ts' && !isTest(file) && !/-for-tests\.tsx?$/.test(file))
      .filter((file) => path.test(withoutComments(file)))
    expect(broken).toEqual([])
    expect(path.test('href="/app/setting"')).toBe(true)
    expect(path.test(withoutComments('src/base/paths.ts'))).toBe(true)
  })

  test('the table of allowed imports refuses known wrong imports and allows known right ones', () => {
    expect(files.length).toBeGreaterThan(20)
    expect(mayUse('src/ui/modal.tsx', 'src/api/client.ts')).toBe(false)
    expect(mayUse('src/design/rules/snap.ts', 'src/designer/session/session.ts')).toBe(false)
    expect(mayUse('src/features/templates/list.tsx', 'adapters/platform.ts')).toBe(true)
    expect(mayUse('src/downloads/plan.ts', 'src/features/orders/order-facts.ts')).toBe(false)
    expect(mayUse('src/features/templates/list.tsx', 'adapters/browser/upload.ts')).toBe(false)
    expect(mayUse('contract/rules/pieces.ts', 'contract/constants.ts')).toBe(false)
    expect(mayUse('server/domain/users/service.ts', 'server/infra/db/open.ts')).toBe(false)
    expect(mayUse('server/http/app.ts', 'server/embedded/factory/routes.ts')).toBe(false)
  })
})
