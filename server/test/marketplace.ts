import { demoSeller } from '../embedded/marketplace/marketplace'

/** A session that the embedded gateway takes, of the seller 壳匠演示店. */
export const taobaoSession = demoSeller.session
