/** What the seller decides about pictures that were not paid for, as changes of what the download remembers. */
import type { DownloadPlan, DownloadState } from './download-record'
import { confirmable } from './preflight-groups'

/** Without what the server refused or, where that is decided, without what the balance did not reach for. */
export function withoutRest(state: DownloadState): DownloadState {
  const isRefused = (state.answer?.refused?.length ?? 0) > 0 && !state.acceptsRefused
  return isRefused ? { ...state, acceptsRefused: true } : { ...state, acceptsShort: true }
}

/** Charged for what was left out: after a recharge, or because the seller wants it in spite of what was found. */
export function withRest(state: DownloadState, { confirmed }: Pick<DownloadPlan, 'confirmed'>): DownloadState {
  const { insufficient = [], refused = [] } = state.answer ?? {}
  const number = (state.again?.number ?? 0) + 1
  if (refused.length === 0 || state.acceptsRefused) {
    return { ...state, again: { number, ids: insufficient, confirmed, isOpen: true } }
  }
  const ids = confirmable(refused).map(({ customizationId }) => customizationId)
  // What cannot be downloaded at all stays out.
  return { ...state, acceptsRefused: true, again: { number, ids, confirmed: [...confirmed, ...ids], isOpen: true } }
}
