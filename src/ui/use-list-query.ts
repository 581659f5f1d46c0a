import { useSearchParams } from 'wouter'

export interface ListQuery {
  readonly pageNo: number
  readonly pageSize: number
  /** One value of the address; empty when absent. */
  get(name: string): string
  /** Changes values; null or '' removes one. Every change but that of the page itself goes back to page 1. */
  set(values: Readonly<Record<string, string | number | null>>, options?: { readonly replace?: boolean }): void
}

const positive = (text: string | null, otherwise: number) => {
  const value = Number(text)
  return Number.isSafeInteger(value) && value > 0 ? value : otherwise
}

/**
 * List state kept in the address, so that a copied link, reload and Back show the same rows.
 *
 * @param pageSizes sizes offered to the seller; the first is the default, others in the address are not believed.
 */
export function useListQuery(pageSizes: readonly [number, ...number[]]): ListQuery {
  const [params, setParams] = useSearchParams()
  const size = positive(params.get('pageSize'), pageSizes[0])
  return {
    pageNo: positive(params.get('page'), 1),
    pageSize: pageSizes.includes(size) ? size : pageSizes[0],
    get: (name) => params.get(name) ?? '',
    set: (values, options) =>
      setParams((previous) => {
        const next = new URLSearchParams(previous)
        if (!('page' in values)) next.delete('page')
        for (const [name, value] of Object.entries(values)) {
          if (value === null || value === '') next.delete(name)
          else next.set(name, String(value))
        }
        return next
      }, options),
  }
}
