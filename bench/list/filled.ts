/** Rows that filling the database for the benchmark of lists made, by ids. */
export interface Filled {
  readonly accountId: number
  readonly userId: number
  readonly models: readonly FilledModels[]
  readonly assets: readonly { readonly size: number; readonly collectionId: number }[]
  readonly orders: readonly { readonly size: number; readonly shopId: number }[]
}

/** A brand with `size` models; `first` and `last` are ids of models. */
export interface FilledModels {
  readonly size: number
  readonly brandId: number
  readonly first: number
  readonly last: number
}
