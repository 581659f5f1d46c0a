/** Queries of the print floor: counts, pieces, batches, printers, jigs and blanks. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { PieceState } from '../../../contract/rules/print-batch'
import { readList, readPage } from '../read-list'
import type { Api } from '../services'

export const printFloorKeys = {
  all: ['print-floor'] as const,
  batch: (id: number) => [...printFloorKeys.all, 'batch', id] as const,
}

const key = (...parts: readonly unknown[]) => [...printFloorKeys.all, ...parts]

/** Other people push, scan and print all day, so that what is read is soon old. */
const staleTime = 5_000
/** Time between two looks at a batch whose sheets are being made, ms. */
const pollMs = 1500

export const printFloorQuery = (api: Api) =>
  queryOptions({
    queryKey: key('counts'),
    queryFn: ({ signal }) => api.printFloor.counts({}, { signal, quiet: true }),
    staleTime,
    meta: { quiet: true },
  })

export interface PieceFilters {
  readonly phoneModelIds: readonly number[]
  readonly materialIds: readonly number[]
  readonly materialColorIds: readonly number[]
  readonly text: string
}

/** Returns the query of a list of pieces; parts that filter nothing are left out. */
export function pieceListQuery(
  filters: PieceFilters,
  page: { readonly pageNo: number; readonly pageSize: number },
  state: PieceState,
) {
  const { phoneModelIds, materialIds, materialColorIds, text } = filters
  const listed = (name: string, ids: readonly number[]) => (ids.length === 0 ? {} : { [name]: ids.join(',') })
  return {
    ...page,
    state,
    ...listed('phoneModelIds', phoneModelIds),
    ...listed('materialIds', materialIds),
    ...listed('materialColorIds', materialColorIds),
    ...(text !== '' && { text }),
  }
}

export const waitingPiecesQuery = (api: Api, filters: PieceFilters, pageNo: number, pageSize: number) => {
  const query = pieceListQuery(filters, { pageNo, pageSize }, 'waiting')
  return queryOptions({
    queryKey: key('pieces', query),
    queryFn: readPage(api, 'printPieces', { query }),
    placeholderData: keepPreviousData,
    staleTime,
    meta: { quiet: true },
  })
}

export const printBatchesQuery = (api: Api, open: 'true' | 'false' | '', pageNo: number, pageSize: number) =>
  queryOptions({
    queryKey: key('batches', open, pageNo, pageSize),
    queryFn: ({ signal }) =>
      api.printBatches.list({ query: { pageNo, pageSize, ...(open !== '' && { open }) } }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
    staleTime,
    refetchInterval: ({ state }) => (state.data?.items.some((batch) => batch.state === 'making') ? pollMs : false),
    meta: { quiet: true },
  })

/** Reads one batch, again and again while its sheets are being made. */
export const printBatchQuery = (api: Api, id: number) =>
  queryOptions({
    queryKey: printFloorKeys.batch(id),
    queryFn: ({ signal }) => api.printBatches.get({ params: { id } }, { signal, quiet: true, again: true }),
    staleTime,
    refetchInterval: ({ state }) => (state.data?.state === 'making' ? pollMs : false),
    meta: { quiet: true },
  })

export const printersQuery = (api: Api) =>
  queryOptions({ queryKey: key('printers'), queryFn: readList(api, 'printers', {}), staleTime: 30_000, meta: { quiet: true } })

export const jigsQuery = (api: Api) =>
  queryOptions({ queryKey: key('jigs'), queryFn: readList(api, 'jigs', {}), staleTime: 30_000, meta: { quiet: true } })

export const blanksQuery = (api: Api) =>
  queryOptions({ queryKey: key('blanks'), queryFn: readList(api, 'blanks', {}), staleTime, meta: { quiet: true } })
