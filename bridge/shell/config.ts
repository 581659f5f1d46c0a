/** What is decided when the shell is built; see shell.config.json and scripts/build-shell.mjs. */
import type { CloudEnv } from './client/sdk'

export interface ShellConfig {
  /** Version of the shell, told to the page. */
  readonly version: string
  /** What the web-view opens: a page packed with the shell, or one of the seller's server. */
  readonly page: string
  /** The page has no network: the admin API travels through the cloud application. */
  readonly carriesApi: boolean
  readonly env: CloudEnv
  /** The cloud application that stands before the admin API; empty: the one bound in the console. */
  readonly cloudAppId: string
  /** Path of the cloud application that takes the plugin's requests. */
  readonly cloudAppPath: string
  readonly topMethods: readonly string[]
  /** Hosts that links may lead to. */
  readonly linkHosts: readonly string[]
  /** Hosts that files may be fetched from. */
  readonly fileHosts: readonly string[]
  /** Largest file a page may hand over, bytes. */
  readonly fileLimit: number
  /** How a main account gives a sub-account its rights. */
  readonly tutorial: string
}
