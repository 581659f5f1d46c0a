import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { isInstalled } from './install.mjs'

const folder = mkdtempSync(join(tmpdir(), 'kejiang-install-'))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const lockfile = {
  '': { name: 'product', version: '1.0.0' },
  'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' },
  'node_modules/a/node_modules/b': { version: '2.0.0', integrity: 'sha512-b', dev: true },
  'node_modules/other-platform': { version: '3.0.0', integrity: 'sha512-c', optional: true },
}
const { 'node_modules/other-platform': _, '': _self, ...installed } = lockfile

/** Writes what npm would: the lockfile, and its own note of what is in node_modules. */
function write(wanted: object, there: object | string | undefined): void {
  mkdirSync(join(folder, 'node_modules'), { recursive: true })
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages: wanted }))
  if (there === undefined) return
  const text = typeof there === 'string' ? there : JSON.stringify({ packages: there })
  writeFileSync(join(folder, 'node_modules/.package-lock.json'), text)
}

test.each<[string, object | string | undefined, boolean]>([
  ['after npm ci by whomever, without the packages of other platforms', installed, true],
  ['before the first installation', undefined, false],
  ['after npm was interrupted while it wrote', '{"packages": {"node_mod', false],
  ['after npm prune removed the development packages', { 'node_modules/a': installed['node_modules/a'] }, false],
  ['after a package got another version', { ...installed, 'node_modules/a': { version: '1.0.1', integrity: 'sha512-d' } }, false],
  [
    'after a package of the same version was published anew',
    { ...installed, 'node_modules/a': { version: '1.0.0', integrity: 'sha512-d' } },
    false,
  ],
])('whether packages need to be installed %s', (_when, there, expected) => {
  write(lockfile, there)
  expect(isInstalled(folder)).toBe(expected)
})
