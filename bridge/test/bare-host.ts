/** The host half as a mini-program's logic has it: built to ES2017, with nothing around it but the language. */
import { join } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { buildSync } from 'esbuild'
import type { createHost } from '../host/host'

/** Names that a mini-program's logic does not show. */
export const absentNames = [
  'globalThis', 'window', 'self', 'global', 'document', 'crypto', 'setTimeout', 'clearTimeout', 'setInterval', 'queueMicrotask',
  'performance', 'AbortController', 'TextEncoder', 'TextDecoder', 'btoa', 'atob', 'Buffer', 'process', 'require', 'console',
  'structuredClone', 'URL', 'Blob', 'fetch', 'WeakRef', 'Intl', 'Proxy', 'Reflect',
] // biome-ignore format: a list of names

let built: string | undefined

/** The host half as one ES2017 script. */
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

/** `createHost` of that script: its objects and errors are of another realm, as everything a client's logic hands over is. */
export function bareCreateHost(): typeof createHost {
  const script = `(function (${absentNames.join(', ')}) {${bareHostCode()}\nreturn qnbHost.createHost})()`
  return runInContext(script, createContext({})) as typeof createHost
}
