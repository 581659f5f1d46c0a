/** The host half built to ES2017 and run with only the language itself, as in a mini-program's logic layer. */
import { join } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { buildSync } from 'esbuild'
import type { createHost } from '../host/host'

/** Names that a mini-program's logic layer does not define. */
export const absentNames = [
  'globalThis', 'window', 'self', 'global', 'document', 'crypto', 'setTimeout', 'clearTimeout', 'setInterval', 'queueMicrotask',
  'performance', 'AbortController', 'TextEncoder', 'TextDecoder', 'btoa', 'atob', 'Buffer', 'process', 'require', 'console',
  'structuredClone', 'URL', 'Blob', 'fetch', 'WeakRef', 'Intl', 'Proxy', 'Reflect',
] // biome-ignore format: a list of names

let built: string | undefined

/** Returns the host half as one ES2017 script. */
export function bareHostCode(): string {
  built ??= buildSync({
    entryPoints: [join(import.meta.dirname, '../host/host.ts')],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'qnbHost',
    target: 'es2017',
  }).outputFiles[0]?.text
  return built ?? ''
}

/** Returns `createHost` of that script. Its objects and errors belong to another realm, as in a real client. */
export function bareCreateHost(): typeof createHost {
  const script = `(function (${absentNames.join(', ')}) {${bareHostCode()}\nreturn qnbHost.createHost})()`
  return runInContext(script, createContext({})) as typeof createHost
}
