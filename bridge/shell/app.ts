/** The mini-program's app.js: creates its one shell, which page.ts gets through getApp(). */
import * as sdk from '@tbmp/mp-cloud-sdk'
import type { RuntimeFunctions } from './client/env'
import type { My } from './client/my'
import type { ShellConfig } from './config'
import { createShell } from './shell'

/** The client provides these names to every script; its logic layer has no global object. */
declare const my: My
declare const App: (app: Readonly<Record<string, unknown>>) => void
/** scripts/build-shell.mjs replaces this by the configuration. */
declare const __SHELL_CONFIG__: ShellConfig

const runtime: RuntimeFunctions = {
  now: () => Date.now(),
  random: () => Math.random(),
  set: (task, ms) => setTimeout(task, ms),
  clear: (handle) => clearTimeout(handle as ReturnType<typeof setTimeout>),
}

App({
  shell: createShell({
    my,
    sdk,
    runtime,
    config: __SHELL_CONFIG__,
    log: (event, detail) => console.log(`[kejiang] ${event}`, JSON.stringify(detail)),
  }),
  onError(error: unknown) {
    console.error('[kejiang] error', String(error))
  },
})
