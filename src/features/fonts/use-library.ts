/** Actions on existing fonts and colours: switching, deleting, and both for many at once. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRestore } from '../../api/queries/trash'
import { useApi } from '../../api/services'
import { confirm } from '../../ui/confirm'
import { useTaskStore, useTasks } from '../../ui/tasks'
import { toastSuccess } from '../../ui/toast'
import { offerUndo } from '../../ui/undo'
import { type FontChange, fontChangeKind } from './font-change-task'
import {
  changeCachedList,
  type LibraryItem,
  type LibraryKind,
  libraryCalls,
  libraryKey,
  libraryTexts,
  withEnabled,
} from './library'

export interface Library<T extends LibraryItem> {
  /** Optimistic; reverted when refused, with the reason in a dialog. */
  setEnabled(item: T, enabled: boolean): void
  /** Asks for confirmation, then deletes one or many. */
  remove(items: readonly T[]): Promise<void>
  /** Switches many, one after another. */
  setManyEnabled(items: readonly T[], enabled: boolean): void
  /** Undoes deletions. */
  restore(ids: readonly number[]): Promise<string>
  /** The reason why another batch cannot start now; null when it can. */
  readonly busy: string | null
}

export const changeScope = (kind: LibraryKind): string => `font-change:${kind}`

const actionNames = { enable: '启用', disable: '停用', delete: '删除' } as const

export function useLibrary<T extends LibraryItem>(kind: LibraryKind, nameOf: (item: T) => string): Library<T> {
  const api = useApi()
  const queries = useQueryClient()
  const store = useTaskStore()
  const restoreFromTrash = useRestore()
  const calls = libraryCalls(api, kind)
  const texts = libraryTexts[kind]
  const scope = changeScope(kind)
  const running = useTasks(scope).some((task) => task.state !== 'ended')
  const reload = () => void queries.invalidateQueries({ queryKey: libraryKey(kind) })

  const { mutate } = useMutation({
    // Run in sequence, so that the last click wins.
    scope: { id: scope },
    mutationFn: ({ id, enabled }: { id: number; enabled: boolean }) => calls.setEnabled(id, enabled),
    onMutate: async ({ id, enabled }) => {
      await queries.cancelQueries({ queryKey: libraryKey(kind) })
      changeCachedList(queries, kind, withEnabled(id, enabled))
    },
    onSuccess: (_, { enabled }) => {
      toastSuccess(`操作成功：${texts.noun}已${enabled ? '启用' : '停用'}`)
      reload()
    },
    onError: (_, { id, enabled }) => {
      changeCachedList(queries, kind, withEnabled(id, !enabled))
      reload()
    },
  })

  const start = (items: readonly T[], act: FontChange['act']) =>
    store.start({
      kind: fontChangeKind,
      title: `${actionNames[act]} ${items.length} ${texts.counted}`,
      scope,
      items: items.map((item) => ({
        key: String(item.id),
        name: nameOf(item),
        input: { of: kind, id: item.id, act } satisfies FontChange,
      })),
    })

  const restore = (ids: readonly number[]) => restoreFromTrash(kind === 'font' ? 'font' : 'fontColor', ids)
  return {
    restore,
    setEnabled: ({ id }, enabled) => mutate({ id, enabled }),
    async remove(items) {
      const [only] = items
      if (!only) return
      const many = items.length > 1
      const name = [...nameOf(only)].slice(0, 12).join('')
      const confirmed = await confirm({
        title: many ? texts.deleteMany : texts.deleteOne,
        content: `${many ? `选中的 ${items.length} ${texts.counted}` : `「${nameOf(only)}」`}${texts.warning}`,
        okText: many ? `删除 ${items.length} ${texts.counted}` : `删除「${name}」`,
        danger: true,
        ...(!many && { onOk: () => calls.remove(only.id).finally(reload) }),
      })
      if (!confirmed) return
      if (many) start(items, 'delete')
      else offerUndo('删除成功', () => restore([only.id]))
    },
    setManyEnabled: (items, enabled) => void start(items, enabled ? 'enable' : 'disable'),
    busy: running ? '上一批还没做完，请等它完成' : null,
  }
}
