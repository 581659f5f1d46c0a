import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './install.mjs'

const isText = (value) => typeof value === 'string' && value.trim() !== ''
const isHost = (value) => typeof value === 'string' && /^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(value)

/** Checks plugin.manifest.json; returns the broken rules, one sentence each. */
export function manifestProblems(manifest, { version, capabilities, entries }) {
  const problems = []
  const check = (condition, sentence) => {
    if (!condition) problems.push(sentence)
  }
  check(/^[a-z][a-z0-9-]{1,30}$/.test(manifest.id ?? ''), 'id must be lower-case letters, digits and hyphens')
  check(isText(manifest.name), 'name must not be empty')
  check(isText(manifest.description), 'description must not be empty')
  check(manifest.version === version, `version must equal package.json's ${version}`)
  check(entries.includes(manifest.entry), `entry ${manifest.entry} is not among the built pages: ${entries.join(', ')}`)
  const range = manifest.bridge?.versions
  check(manifest.bridge?.protocol === 'qnb', 'bridge.protocol must be qnb')
  check(
    Array.isArray(range) && range.length === 2 && range.every((n) => Number.isInteger(n) && n > 0) && range[0] <= range[1],
    'bridge.versions must be [lowest, highest]',
  )
  check(Number.isInteger(manifest.engine?.chrome), 'engine.chrome must be a Chrome major version')
  const permissions = Array.isArray(manifest.permissions) ? manifest.permissions : []
  check(permissions.length > 0 && new Set(permissions).size === permissions.length, 'permissions must be a list without repeats')
  for (const name of permissions)
    check(capabilities.includes(name), `permission ${name} is no capability of adapters/platform.ts`)
  for (const name of capabilities) check(permissions.includes(name), `capability ${name} is used by the plugin but not asked for`)
  const pictures = manifest.hosts?.pictures
  check(Array.isArray(pictures) && pictures.length > 0 && pictures.every(isHost), 'hosts.pictures must list host names')
  check(/^https:\/\//.test(manifest.hosts?.script ?? ''), 'hosts.script must be an https address')
  return problems
}

/** Returns the names of the capabilities, read from the file that defines them. */
export function platformCapabilities() {
  const source = readFileSync(join(root, 'adapters/platform.ts'), 'utf8')
  const list = /export const capabilities = \[([^\]]*)\]/.exec(source)?.[1] ?? ''
  return [...list.matchAll(/'([^']+)'/g)].map((match) => match[1])
}

export function readManifest() {
  return JSON.parse(readFileSync(join(root, 'plugin.manifest.json'), 'utf8'))
}
