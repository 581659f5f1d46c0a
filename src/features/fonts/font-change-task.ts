/** Task that switches or deletes many fonts or colours, one after another: the API has no call for many. */
import type { QueryClient } from '@tanstack/react-query'
import { NotFoundError } from '../../../contract/call-errors'
import { fontKeys } from '../../api/queries/fonts'
import type { Api } from '../../api/services'
import type { TaskKind } from '../../base/tasks/types'
import { changeCachedList, type LibraryKind, libraryCalls, libraryTexts, withEnabled } from './library'

export const fontChangeKind = 'font-change'

export interface FontChange {
  readonly of: LibraryKind
  readonly id: number
  readonly act: 'enable' | 'disable' | 'delete'
}

interface Services {
  readonly api: Pick<Api, 'shopFonts' | 'shopFontColors'>
  readonly queries: Pick<QueryClient, 'invalidateQueries' | 'setQueryData'>
}

const fontChange: TaskKind<FontChange, 'done', Services> = {
  kind: fontChangeKind,
  concurrency: 1,
  async run({ of, id, act }, { signal }, { api, queries }) {
    const libraryApi = libraryCalls(api, of)
    const options = { quiet: true, signal }
    if (act === 'delete') {
      try {
        await libraryApi.remove(id, options)
      } catch (error) {
        // Already deleted, by another window or by an earlier attempt whose response was lost.
        if (!(error instanceof NotFoundError)) throw error
      }
      changeCachedList(queries, of, (items) => items.filter((item) => item.id !== id))
      return 'done'
    }
    try {
      await libraryApi.setEnabled(id, act === 'enable', options)
    } catch (error) {
      if (error instanceof NotFoundError) throw new Error(`${libraryTexts[of].noun}不存在，它可能已被删除`, { cause: error })
      throw error
    }
    changeCachedList(queries, of, withEnabled(id, act === 'enable'))
    return 'done'
  },
  onEnded: (_, { queries }) => void queries.invalidateQueries({ queryKey: fontKeys.all }),
}

export default fontChange
