import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './install.mjs'

const isText = (value) => typeof value === 'string' && value.trim() !== ''
const isHost = (value) => typeof value === 'string' && /^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(value)

/** Checks plugin.manifest.json; returns the broken rules, one sentence each. */
export function manifestProblems(manifest, { version, capabilities, entries }) {
  const problems = []
  const rule = (holds, sentence) => {
    if (!holds) problems.push(sentence)
  }
  rule(/^[a-z][a-z0-9-]{1,30}$/.test(manifest.id ?? ''), 'id must be lower-case letters, digits and hyphens')
  rule(isText(manifest.name), 'name must not be empty')
  rule(isText(manifest.description), 'description must not be empty')
  rule(manifest.version === version, `version must equal package.json's ${version}`)
  rule(entries.includes(manifest.entry), `entry ${manifest.entry} is not among the built pages: ${entries.join(', ')}`)
  const range = manifest.bridge?.versions
  rule(manifest.bridge?.protocol === 'qnb', 'bridge.protocol must be qnb')
  rule(
    Array.isArray(range) && range.length === 2 && range.every((n) => Number.isInteger(n) && n > 0) && range[0] <= range[1],
    'bridge.versions must be [lowest, highest]',
  )
  rule(Number.isInteger(manifest.engine?.chrome), 'engine.chrome must be a Chrome major version')
  const permissions = Array.isArray(manifest.permissions) ? manifest.permissions : []
  rule(permissions.length > 0 && new Set(permissions).size === permissions.length, 'permissions must be a list without repeats')
  for (const name of permissions) rule(capabilities.includes(name), `permission ${name} is no capability of adapters/platform.ts`)
  for (const name of capabilities) rule(permissions.includes(name), `capability ${name} is used by the plugin but not asked for`)
  const pictures = manifest.hosts?.pictures
  rule(Array.isArray(pictures) && pictures.length > 0 && pictures.every(isHost), 'hosts.pictures must list host names')
  rule(/^https:\/\//.test(manifest.hosts?.script ?? ''), 'hosts.script must be an https address')
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
