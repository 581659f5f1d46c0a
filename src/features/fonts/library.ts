/** Types and texts that fonts and text colours share: both are ordered lists of items that can be switched and deleted. */
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { fontKeys } from '../../api/queries/fonts'
import { restorableText } from '../../api/queries/trash'
import type { Api } from '../../api/services'
import type { OrderMove } from '../../base/ordering'

export type LibraryKind = 'font' | 'color'

/** Texts about each kind, with the confirmations and refusals of the product specification. */
export const libraryTexts = {
  font: {
    noun: '字体',
    counted: '个字体',
    chooseOne: '请选择至少一个字体',
    deleteOne: '确认删除字体?',
    deleteMany: '确认批量删除字体?',
    warning: `买家不能再选用；已经用它写好的文字保持原样，再改字时要换一个字体。${restorableText}`,
  },
  color: {
    noun: '颜色',
    counted: '个颜色',
    chooseOne: '请选择至少一个字体颜色',
    deleteOne: '确认删除字体颜色?',
    deleteMany: '确认批量删除字体颜色?',
    warning: `买家不能再选用；已经用它写好的文字保持原样。${restorableText}`,
  },
} as const

export interface LibraryItem {
  readonly id: number
  readonly enabled: boolean
  readonly next: number | null
}

export interface LibraryCallOptions {
  readonly signal?: AbortSignal
  /** True if the caller shows a failure itself; otherwise it has a dialog. */
  readonly quiet?: boolean
}

/** The API calls that fonts and colours have in common. */
export interface LibraryCalls {
  setEnabled(id: number, enabled: boolean, options?: LibraryCallOptions): Promise<unknown>
  remove(id: number, options?: LibraryCallOptions): Promise<unknown>
  order(move: OrderMove, options?: LibraryCallOptions): Promise<unknown>
}

export function libraryCalls(api: Pick<Api, 'shopFonts' | 'shopFontColors'>, kind: LibraryKind): LibraryCalls {
  const calls = kind === 'font' ? api.shopFonts : api.shopFontColors
  return {
    setEnabled: (id, enabled, options) => calls.update({ params: { id }, body: { enabled } }, options),
    remove: (id, options) => calls.remove({ params: { id } }, options),
    order: ({ id, next }, options) => calls.order({ params: { id }, body: { activeId: id, next } }, options),
  }
}

export const libraryKey = (kind: LibraryKind): QueryKey => (kind === 'font' ? fontKeys.fonts() : fontKeys.colors())

/** Applies a change to the cached list before, or instead of, reading it again. */
export function changeCachedList(
  queries: Pick<QueryClient, 'setQueryData'>,
  kind: LibraryKind,
  edit: (items: readonly LibraryItem[]) => readonly LibraryItem[],
): void {
  queries.setQueryData<readonly LibraryItem[]>(libraryKey(kind), (old) => old && edit(old))
}

export const withEnabled =
  (id: number, enabled: boolean) =>
  (items: readonly LibraryItem[]): readonly LibraryItem[] =>
    items.map((item) => (item.id === id ? { ...item, enabled } : item))
