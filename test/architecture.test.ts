import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { folders, ground, importTables, packages, rules } from './allowed-imports'

const root = join(import.meta.dirname, '..')

function* sources(folder: string): Generator<string> {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) yield* sources(path)
    else if (/\.tsx?$/.test(entry.name)) yield path
  }
}

const files = ['contract', 'bridge', 'adapters', 'imaging', 'design', 'buyer', 'src', 'server']
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

const isInside = (file: string, folder: string) =>
  file === folder || file.startsWith(`${folder}/`) || file.startsWith(`${folder}.`)
const folderOf = (file: string) =>
  folders.filter(({ path }) => isInside(file, path)).sort((a, b) => b.path.length - a.path.length)[0]

function isAllowed(from: string, to: string): boolean {
  const folder = folderOf(from)
  if (!folder || folderOf(to) === folder) return true
  for (const { path, withoutThem } of [rules, ground])
    if (isInside(to, path) && !withoutThem.some((other) => isInside(from, other))) return true
  return folder.may.some((entry) => isInside(to, entry))
}

/**
 * Returns every file (path from the repository root) and package that is loaded, transitively, by the given files. Type imports
 * are left out.
 */
function importsReachedFrom(start: readonly string[]): {
  readonly reached: readonly string[]
  readonly packages: readonly string[]
} {
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
        else if (!isAllowed(file, to)) broken.push(`${file} → ${to}: ${folderOf(file)?.path} may not use it`)
        else if (feature(file) && feature(to) && feature(file) !== feature(to)) {
          broken.push(`${file} → ${to}: features share through src/ui, src/base or contract, or are composed in src/app`)
        }
      }
    }
    expect(broken).toEqual([])
  })

  test('no test of a lower folder needs a folder above it', () => {
    const floors = [
      ['contract'],
      ['bridge'],
      ['adapters'],
      ['imaging'],
      ['design'],
      ['buyer', 'src/base', 'src/api'],
      ['src/ui'],
      [
        'src/designer',
        'src/template-tools',
        'src/downloads',
        'src/push',
        'src/customization-settings',
        'src/template-pictures',
        'src/agreement',
      ],
      ['src/features'],
      ['src/app'],
    ]
    const floorOf = (file: string) => floors.findIndex((folders) => folders.some((folder) => isInside(file, folder)))
    const broken = files.filter(isTest).flatMap((file) =>
      importsOf(file).flatMap(({ target }) => {
        const to = target.startsWith('.') ? resolveLocal(file, target) : null
        return to !== null && floorOf(file) >= 0 && floorOf(to) > floorOf(file) ? [`${file} → ${to}`] : []
      }),
    )
    expect(broken).toEqual([])
  })

  test('a file of src/base serves several folders, because what one folder needs lies in that folder', () => {
    const users = new Map<string, Set<string>>()
    for (const file of files.filter((name) => !isTest(name))) {
      const owner = /^src\/(features\/[^/]+|[^/]+)/.exec(file)?.[1] ?? file
      for (const { target } of importsOf(file)) {
        const to = target.startsWith('.') ? resolveLocal(file, target) : null
        if (to !== null && isInside(to, 'src/base')) users.set(to, new Set([...(users.get(to) ?? []), owner]))
      }
    }
    const owned = [...users].filter(([, folders]) => folders.size === 1 && !folders.has('base'))
    expect(owned.map(([file, folders]) => `${file} is only used by ${[...folders]}`)).toEqual([])
  })

  test('code that only tests need is in a folder named test', () => {
    expect(files.filter((file) => !isTest(file) && /(?:for-tests|fixtures?|memory-[\w-]+)\.tsx?$/.test(file))).toEqual([])
  })

  test('a package is imported only by the folders that may use it', () => {
    const broken: string[] = []
    for (const file of files.filter((name) => !isTest(name))) {
      for (const { target, typeOnly } of importsOf(file)) {
        for (const { name, folders: users, why } of packages) {
          if (!name.test(target) || users.some((folder) => isInside(file, folder))) continue
          // Only the server may import these packages, so outside server/ the message names that rule instead of the package's
          // own.
          const serverOnly = /^(node:|sharp|pg|hono|@hono)/.test(target)
          if (serverOnly && !isInside(file, 'server')) broken.push(`${file} → ${target}: belongs to the server`)
          else if (!(typeOnly && target === 'zod')) broken.push(`${file} → ${target}: ${why}`)
        }
      }
    }
    expect(broken).toEqual([])
  })

  test('figures and traces are loaded only by a dynamic import, where they are configured', () => {
    const loaded = /^import (?!type )[^\n]*infra\/(?:metrics|tracing)\/|^export [^\n]* from [^\n]*infra\/(?:metrics|tracing)\//m
    const broken = files.filter(
      (file) => isInside(file, 'server') && !isTest(file) && loaded.test(readFileSync(join(root, file), 'utf8')),
    )
    expect(broken).toEqual([])
    expect(loaded.test("import { openMetrics } from './infra/metrics/metrics'")).toBe(true)
  })

  test('no files import each other in a cycle, not even for types', () => {
    const remaining = new Map(
      files
        .filter((file) => !isTest(file))
        .map((file) => [
          file,
          importsOf(file).flatMap(({ target }) => (target.startsWith('.') ? (resolveLocal(file, target) ?? []) : [])),
        ]),
    )
    // A file without importers or without imports is in no cycle; the files that remain at the end form cycles.
    for (let before = -1; before !== remaining.size; ) {
      before = remaining.size
      const imported = new Set([...remaining.values()].flat())
      for (const [file, targets] of remaining) {
        if (!imported.has(file) || !targets.some((target) => remaining.has(target))) remaining.delete(file)
      }
    }
    expect([...remaining.keys()]).toEqual([])
  })

  test('the design kernel loads no package, component or screen, even transitively', () => {
    const kernel = files.filter((file) => isInside(file, 'design') && !isTest(file))
    const { packages, reached } = importsReachedFrom(kernel)
    expect(reached).toContain('imaging/outline/svg.ts')
    expect(packages).toEqual([])
    expect(reached.filter((file) => !/^(design|imaging|contract|adapters\/storage)\//.test(file))).toEqual([])
    // Proves that the check above can fail: a component of a screen reaches React.
    expect(importsReachedFrom(['src/template-tools/preview/phone-form.tsx']).packages).toContain('react')
  })

  test('the rules of a design use no API that only a browser page has', () => {
    const page =
      /\b(?:document|window|navigator|location|screen|globalThis|self)\s*[.[]|\b(?:HTML\w*Element|HTMLElement|Element|Node|Event|Worker|OffscreenCanvas|ImageBitmap|ImageData|Image|FileReader|Path2D|DOMMatrix)\b(?=\s*[(<.\])},;|&]|$)|\b(?:fetch|createImageBitmap|requestAnimationFrame|setTimeout|postMessage|getComputedStyle)\s*\(/m
    const kernel = ['geometry', 'model', 'rules', 'commands', 'history', 'checks', 'template'].map((name) => `design/${name}`)
    const kernelFiles = files.filter((file) => kernel.some((folder) => isInside(file, folder)) && !isTest(file))
    expect(page.test(withoutComments('design/print/printer.ts'))).toBe(true)
    expect(kernel.filter((folder) => !kernelFiles.some((file) => isInside(file, folder)))).toEqual([])
    expect(kernelFiles.filter((file) => page.test(withoutComments(file)))).toEqual([])
  })

  test('only adapters/storage uses browser storage APIs directly', () => {
    const direct =
      /(?<!['"\w])(?:localStorage|sessionStorage|indexedDB|cookieStore|BroadcastChannel)\b(?!['":])|\.caches\b|\bcaches\.|\bdocument\.cookie\b|\bnavigator\??\.(?:locks|storage)\b/
    const broken = files
      .filter((file) => /^(src|buyer|design|imaging|adapters|bridge)\//.test(file) && !isTest(file))
      // The simulator stands for the client, a program with storage of its own.
      .filter((file) => !isInside(file, 'adapters/storage') && !isInside(file, 'bridge/simulator'))
      .filter((file) => direct.test(withoutComments(file)))
    expect(broken).toEqual([])
  })

  test('only server/kernel/owned.ts looks up a row of the caller by its id', () => {
    const condition = String.raw`\s*\.where\('(?:id|account_id)', '=', [^)]*\)`
    const byHand = new RegExp(
      String.raw`selectFrom\('\w+'\)\s*\.select(?:All\(\)|\('\w+'\)|\(\[[^\]]*\]\))${condition}${condition}\s*(?:\.for\w+\(\)\s*)?\.executeTakeFirst`,
    )
    const broken = files
      .filter((file) => isInside(file, 'server/domain') && !isTest(file))
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
      .filter((file) => isInside(file, 'src') && file !== 'src/base/paths.ts' && !isTest(file) && !/-for-tests\.tsx?$/.test(file))
      .filter((file) => path.test(withoutComments(file)))
    expect(broken).toEqual([])
    expect(path.test('href="/app/setting"')).toBe(true)
    expect(path.test(withoutComments('src/base/paths.ts'))).toBe(true)
  })

  test('the table of allowed imports refuses known wrong imports and allows known right ones', () => {
    expect(files.length).toBeGreaterThan(20)
    expect(isAllowed('src/ui/modal.tsx', 'src/api/client.ts')).toBe(false)
    expect(isAllowed('design/rules/snap.ts', 'src/designer/session/session.ts')).toBe(false)
    expect(isAllowed('src/features/templates/list.tsx', 'adapters/platform.ts')).toBe(true)
    expect(isAllowed('src/downloads/plan.ts', 'src/features/orders/order-facts.ts')).toBe(false)
    expect(isAllowed('src/features/templates/list.tsx', 'adapters/browser/upload.ts')).toBe(false)
    expect(isAllowed('contract/rules/pieces.ts', 'contract/constants.ts')).toBe(false)
    expect(isAllowed('server/domain/users/service.ts', 'server/infra/db/open.ts')).toBe(false)
    expect(isAllowed('server/http/app.ts', 'server/embedded/erps/print-factory/routes.ts')).toBe(false)
  })

  test('docs/imports.md shows the tables of allowed imports; UPDATE_DOCS=1 writes them', () => {
    const path = join(root, 'docs/imports.md')
    const text = readFileSync(path, 'utf8')
    const tablePattern = /(?<=<!-- imports -->\n)[\s\S]*(?=<!-- \/imports -->)/
    expect(text).toMatch(tablePattern)
    const expectedText = text.replace(tablePattern, () => `${importTables()}\n`)
    if (process.env.UPDATE_DOCS === '1') writeFileSync(path, expectedText)
    expect(process.env.UPDATE_DOCS === '1' ? expectedText : text).toBe(expectedText)
  })
})
