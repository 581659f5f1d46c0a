/** The dependencies of the shell's handlers. */
import type { Env } from '../../core/types'
import type { My } from '../client/my'
import type { SdkModule } from '../client/sdk'
import type { TempFiles } from '../client/temp-files'
import type { ShellConfig } from '../config'
import type { Session } from '../session'

/** The objects that the handlers share: the client, its SDK, the configuration and the authorisation. */
export interface Client {
  readonly my: My
  readonly sdk: SdkModule
  readonly env: Env
  readonly config: ShellConfig
  readonly session: Session
  readonly files: TempFiles
}
