/** Reads compose.yaml as a composing program does, as far as the tests need it: anchors, merges, .env and its variables. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'

export const root = join(import.meta.dirname, '../..')

type Variables = Readonly<Record<string, string>>

interface Service {
  readonly image: string
  readonly environment?: Variables
  readonly env_file?: readonly string[]
  readonly depends_on?: readonly string[] | Readonly<Record<string, unknown>>
}

export const services = (
  parse(readFileSync(join(root, 'compose.yaml'), 'utf8'), { merge: true }) as { services: Readonly<Record<string, Service>> }
).services

export function serviceOf(name: string): Service {
  const service = services[name]
  if (!service) throw new Error(`compose.yaml has no service ${name}`)
  return service
}

export const dependenciesOf = (name: string): string[] => {
  const needed = serviceOf(name).depends_on ?? []
  return Array.isArray(needed) ? [...needed] : Object.keys(needed)
}

/** Reads the lines `NAME=value` of an environment file. */
export const readVariables = (text: string): Variables =>
  Object.fromEntries([...text.matchAll(/^([A-Z][A-Z0-9_]*)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]))

/** Writes `${NAME}`, `${NAME:-default}` and `${NAME:?sentence}` out; the last one throws where the variable is missing. */
const interpolate = (text: string, variables: Variables): string =>
  text.replace(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_whole, name: string, kind: string | undefined, rest = '') => {
    const value = variables[name] || (kind === '-' ? rest : '')
    if (value === '' && kind === '?') throw new Error(`${name} is missing`)
    return value
  })

/** Returns the environment of a service's program: of the image, of .env, and of the composition, of which the last one wins. */
export function environmentOf(name: string, variables: Variables): Variables {
  const { environment = {}, env_file = [] } = serviceOf(name)
  const image = /^ENV (.+)$/m.exec(readFileSync(join(root, 'Dockerfile'), 'utf8'))?.[1] ?? ''
  const ofImage = readVariables(image.replaceAll(' ', '\n'))
  const own = Object.fromEntries(Object.entries(environment).map(([key, value]) => [key, interpolate(value, variables)]))
  return { ...ofImage, ...(env_file.includes('.env') ? variables : {}), ...own }
}
