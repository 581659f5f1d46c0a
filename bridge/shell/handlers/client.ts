import type { Env } from '../../core/types'
import type { My } from '../client/my'
import type { SdkModule } from '../client/sdk'
import type { TempFiles } from '../client/temp-files'
import type { ShellConfig } from '../config'
import type { Session } from '../session'

/** Everything outside the shell that a handler may use. */
export interface Client {
  readonly my: My
  readonly sdk: SdkModule
  readonly env: Env
  readonly config: ShellConfig
  readonly session: Session
  readonly files: TempFiles
}
