/** The configuration built into the shell; see shell.config.json and scripts/build-shell.mjs. */
import type { CloudEnv } from './client/sdk'

export interface ShellConfig {
  /** Version of the shell, sent to the page. */
  readonly version: string
  /** Address that the web-view opens: a page packed with the shell, or one on the seller's server. */
  readonly page: string
  /** Whether the page has no network, so that the shell forwards admin API requests through the cloud application. */
  readonly relaysApi: boolean
  readonly env: CloudEnv
  /** Id of the cloud application that forwards to the admin API; empty for the one bound in the console. */
  readonly cloudAppId: string
  /** Path at which the cloud application takes the plugin's requests. */
  readonly cloudAppPath: string
  /** Marketplace APIs that a page may call. */
  readonly topMethods: readonly string[]
  /** Hosts that a page may open links to; see `isHostOf`. */
  readonly linkHosts: readonly string[]
  /** Hosts that the shell may fetch files from. */
  readonly fileHosts: readonly string[]
  /** Largest file that a page may send, bytes. */
  readonly fileLimit: number
  /** Address of the guide on granting rights to a sub-account. */
  readonly tutorial: string
}
