/** The seller's decisions about unpaid pictures, as changes of the stored download state. */
import type { DownloadPlan, DownloadState } from './download-record'
import { confirmable } from './preflight-groups'

/** Accepts that refused pictures or, where that is decided, pictures beyond the balance are left out. */
export function acceptLeftOut(state: DownloadState): DownloadState {
  const isRefused = (state.answer?.refused?.length ?? 0) > 0 && !state.acceptsRefused
  return isRefused ? { ...state, acceptsRefused: true } : { ...state, acceptsShort: true }
}

/** Accepts the price that the server asked for. */
export const acceptPrice = ({ offeredPrice, ...state }: DownloadState): DownloadState =>
  offeredPrice === undefined ? state : { ...state, price: offeredPrice }

/** Charges for what was left out: after a recharge, or because the seller confirmed it despite findings. */
export function chargeLeftOut(state: DownloadState, { confirmed }: Pick<DownloadPlan, 'confirmed'>): DownloadState {
  const { insufficient = [], refused = [] } = state.answer ?? {}
  const number = (state.again?.number ?? 0) + 1
  if (refused.length === 0 || state.acceptsRefused) {
    return { ...state, again: { number, ids: insufficient, confirmed, isOpen: true } }
  }
  const ids = confirmable(refused).map(({ customizationId }) => customizationId)
  // Pictures that cannot be downloaded at all stay excluded.
  return { ...state, acceptsRefused: true, again: { number, ids, confirmed: [...confirmed, ...ids], isOpen: true } }
}
