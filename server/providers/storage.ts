/** Opens the configured storage for commands, which issue no upload forms. */
import { join } from 'node:path'
import type { Config } from '../config'
import { openTarget } from '../infra/backup/target'
import type { Storage } from '../ports/storage'

export const openStorage = ({ storage, dataDir }: Pick<Config, 'storage' | 'dataDir'>): Promise<Storage> =>
  openTarget(storage ? { bucket: storage } : { folder: join(dataDir, 'files') })
