/**
 * The code of an open design, which is loaded while the buyer looks at the first screen: it is two thirds of the page's. The HTML names its
 * file, so that the service worker keeps it with the page.
 */
import { BuyerError } from './api'

const load = async () => {
  const [{ Editor }, { Finish }, { forgetDraft, isChangedSince, openSession }] = await Promise.all([
    import(/* webpackChunkName: "buyer.workshop" */ './editor'),
    import(/* webpackChunkName: "buyer.workshop" */ './finish'),
    import(/* webpackChunkName: "buyer.workshop" */ './design-session'),
  ])
  return { Editor, Finish, forgetDraft, isChangedSince, openSession }
}

export type Workshop = Awaited<ReturnType<typeof load>>

let loading: Promise<Workshop> | null = null

/** Rejects with the 'network' error when the code cannot be loaded; the next call tries again. */
export function loadWorkshop(): Promise<Workshop> {
  loading ??= load().catch(() => {
    loading = null
    throw new BuyerError('network', '网络不通，请检查网络后重试')
  })
  return loading
}
