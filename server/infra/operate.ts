/** The operator's commands about the installation itself; every process of the database follows them within seconds. */

import type { Db } from '../kernel/context'
import { type InstallationNotes, readNotes, removeNote, writeNote } from './db/installation'

export const defaultMaintenanceWords = '系统正在维护，暂时只能查看，请稍后再试'
const maxWords = 200

export type OperateRequest =
  | { readonly about: 'state' }
  | { readonly about: 'maintenance'; readonly on: boolean; readonly words?: string | undefined }
  | { readonly about: 'confirm-copy' }
  | { readonly about: 'storage-moved' }

export interface OperateParts {
  readonly db: Db
  readonly now: () => Date
  /** The storage of this environment. */
  readonly storage: InstallationNotes['storage']
}

/** Does it, and resolves with what to tell the operator. */
export async function operateInstallation({ db, now, storage }: OperateParts, request: OperateRequest): Promise<string> {
  switch (request.about) {
    case 'state':
      return describeState(db)
    case 'maintenance': {
      if (!request.on) return (await removeNote(db, 'maintenance')) ? '维护已结束' : '没有在维护'
      const words = request.words?.trim().slice(0, maxWords) || defaultMaintenanceWords
      await writeNote(db, 'maintenance', { since: now().toISOString(), words })
      return `维护已开始：可以查看，不能修改，后台任务暂停；卖家和买家看到“${words}”`
    }
    case 'confirm-copy':
      return (await removeNote(db, 'copy'))
        ? '已确认：同步、收款、退款、推送和清理恢复进行。原来的那一份不能再启动'
        : '这个数据库没有被标记为副本'
    case 'storage-moved':
      await writeNote(db, 'storage', storage)
      return `已记下：文件在${storage.name}`
  }
}

async function describeState(db: Db): Promise<string> {
  const { maintenance, copy, storage, backup } = await readNotes(db, ['maintenance', 'copy', 'storage', 'backup'])
  return [
    maintenance ? `维护中，自 ${maintenance.since}：“${maintenance.words}”` : '没有在维护',
    copy ? `副本，自 ${copy.since}：${copy.reason}；确认原来的那一份不再使用后：npm run operate -- confirm-copy` : '不是副本',
    `文件在${storage?.name ?? '（还没有记下）'}`,
    backup?.wholeAt ? `上一份完整的备份：${backup.wholeAt}` : '还没有完整的备份',
  ].join('\n')
}
