/** The files, commands, settings and sections that the pages for operators name exist. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { environment } from '../../server/config-environment'
import { readVariables, root, serviceOf, services } from './composition-file'

const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const { scripts } = JSON.parse(read('package.json')) as { scripts: Readonly<Record<string, string>> }
const commands = readdirSync(join(root, 'server/cli')).map((name) => name.replace(/\.ts$/, ''))
const units = readdirSync(join(root, 'deploy/systemd'))
/** Settings of other programs that the pages name. */
const ofOthers = new Set([
  'PASSWORD',
  'VERSION',
  'SERVERS',
  'CUTOUT',
  'CUTOUT_URL',
  'POSTGRES_PASSWORD',
  'STORAGE_SECRET',
  'API_BASE',
  'IGNORE_SETTINGS',
])
const settings = new Set([...Object.keys(environment.shape), ...ofOthers])

const otherWords = new Set([
  ...['SIGTERM', 'CREATE', 'LISTEN', 'POST', 'RECONNECT'],
  // A setting of a PostgreSQL database.
  'LC_CTYPE',
  // Names that are said to be no settings.
  ...['DATABASE_URI', 'TRUSTED_PROXY', 'ERP_SERVICE_HOST'],
])

const headingsOf = (text: string): Set<string> =>
  new Set(
    [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
      title
        .toLowerCase()
        .replace(/[^\w\- ]/g, '')
        .replaceAll(' ', '-'),
    ),
  )

describe.each(['docs/operations.md', 'docs/production.md'])('%s', (page) => {
  const text = read(page)
  const shell = [...text.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, lines = '']) => lines).join('\n')

  test('names only files that are there', () => {
    const named = [...text.matchAll(/\b((?:deploy|scripts|test|docs|contract|server)\/[\w./@-]*[\w@])/g)].map(
      ([, path = '']) => path,
    )
    // dist/server/NAME.mjs is built of server/cli.
    const sources = named.filter((path) => !/^server\/(?:\w+\.mjs|[A-Z])/.test(path))
    expect(sources.length).toBeGreaterThan(0)
    expect(sources.filter((path) => !existsSync(join(root, path)))).toEqual([])
  })

  test('links lead to pages and sections that are there', () => {
    const folder = page.slice(0, page.lastIndexOf('/'))
    for (const [, target = ''] of text.matchAll(/\]\((?!https?:)([^)]+)\)/g)) {
      const [path = '', section] = target.split('#')
      const file = path === '' ? page : join(folder, path)
      expect([target, existsSync(join(root, file))]).toEqual([target, true])
      if (section) expect([target, headingsOf(read(file)).has(section)]).toEqual([target, true])
    }
  })

  test('lines of a page for a shell call commands, scripts, services and units that exist', () => {
    for (const [, name = ''] of shell.matchAll(/\bnpm run ([\w:]+)/g)) expect(scripts).toHaveProperty(name)
    for (const [, name = ''] of shell.matchAll(/\bas_kejiang (\w+)/g)) expect(commands).toContain(name)
    for (const [, name = ''] of shell.matchAll(/\brun --rm command (\w+)/g)) expect(commands).toContain(name)
    for (const [, name = ''] of shell.matchAll(/dist\/server\/(\w+)\.mjs/g))
      expect([...commands, 'main', 'cutout']).toContain(name)
    for (const [, name = ''] of shell.matchAll(/docker compose (?:run --rm|up -d --no-deps|exec) (\w+)/g)) serviceOf(name)
    for (const [, names = ''] of shell.matchAll(/docker compose stop ([\w ]+)/g)) {
      for (const name of names.trim().split(' ')) expect(Object.keys(services)).toContain(name)
    }
    for (const [, name = ''] of shell.matchAll(/\b(kejiang[\w-]*@?)\.service\b/g)) expect(units).toContain(`${name}.service`)
  })

  test('settings that a page names are settings of the server', () => {
    const inline = [...text.matchAll(/`([A-Z][A-Z_]{2,}[A-Z])(?:=[^`]*)?`/g)].map(([, name = '']) => name)
    const named = [...inline, ...Object.keys(readVariables(shell))].filter((name) => !/^(?:OTEL_|NODE_)/.test(name))
    expect([...new Set(named)].filter((name) => !settings.has(name) && !otherWords.has(name))).toEqual([])
  })
})

test('the units start the program that the build leaves for them', () => {
  for (const name of units) {
    expect(read(`deploy/systemd/${name}`)).toMatch(/^ExecStart=\/opt\/kejiang\/dist\/node dist\/server\/(?:main|cutout)\.mjs$/m)
  }
  expect(read('scripts/prune.mjs')).toContain("join(root, 'dist/node')")
})
