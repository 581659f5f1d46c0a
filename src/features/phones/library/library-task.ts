/** Task that adds phones of the library, or models of a factory, to the catalogue: a call for each once wireframes are drawn. */
import type { QueryClient } from '@tanstack/react-query'
import { catalogueKeys } from '../../../api/queries/catalogue'
import { erpKeys } from '../../../api/queries/erp'
import type { Api } from '../../../api/services'
import type { TaskKind } from '../../../base/tasks/types'

export const libraryKind = 'phone-library'
export const libraryScope = 'phone-library'

type AddBody = NonNullable<Parameters<Api['phoneLibrary']['add']>[0]>['body']
/** The colours that cases are added in, and whether wireframes are drawn and put on shelf. */
export type CaseChoice = Omit<AddBody, 'phones'>

/** The names of phones of the library; with `factoryId`, codes of that factory's models. */
export interface AddInput {
  readonly names: readonly string[]
  readonly factoryId: number | null
  readonly cases: CaseChoice
}

export interface AddResult {
  readonly models: number
  readonly created: number
  readonly bound: number
  readonly made: number
  /** Sentences about models that are not bound, or have no wireframe. */
  readonly notes: readonly string[]
}

interface Services {
  readonly api: Pick<Api, 'phoneLibrary'>
  readonly queries: Pick<QueryClient, 'invalidateQueries'>
}

async function add(api: Services['api'], { names, factoryId, cases }: AddInput, signal: AbortSignal): Promise<AddResult> {
  const options = { quiet: true, signal } as const
  const sum = (rows: readonly { readonly created: boolean; readonly made: number }[]) => ({
    models: rows.length,
    created: rows.filter(({ created }) => created).length,
    made: rows.reduce((total, { made }) => total + made, 0),
  })
  if (factoryId === null) {
    const { phones } = await api.phoneLibrary.add({ body: { phones: [...names], ...cases } }, options)
    return { ...sum(phones), bound: 0, notes: [] }
  }
  const { models } = await api.phoneLibrary.addFromFactory({ body: { factoryId, codes: [...names], ...cases } }, options)
  return {
    ...sum(models),
    bound: models.filter(({ bound }) => bound).length,
    notes: models.flatMap(({ note }) => note ?? []),
  }
}

const phoneLibrary: TaskKind<AddInput, AddResult, Services> = {
  kind: libraryKind,
  // The server draws two pictures at a time.
  concurrency: 2,
  /** Creates brands and models in their order; the items would create them as they are drawn. */
  async before({ items, signal, saved, checkpoint }, { api }) {
    const [first] = items
    if (first === undefined || items.length < 2 || saved === 'listed') return
    const names = items.flatMap(({ input }) => input.names)
    await add(api, { ...first.input, names, cases: { ...first.input.cases, wireframes: false } }, signal)
    await checkpoint('listed')
  },
  run: (input, { signal }, { api }) => add(api, input, signal),
  onEnded(_, { queries }) {
    void queries.invalidateQueries({ queryKey: catalogueKeys.all })
    void queries.invalidateQueries({ queryKey: erpKeys.all })
  },
}

export default phoneLibrary
