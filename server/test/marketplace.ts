import { demoSeller, grants } from '../embedded/marketplace/marketplace'

/** A session that the embedded gateway takes, of the seller 壳匠演示店. */
export const taobaoSession = demoSeller.session

/** What the marketplace sends back when that seller has granted access. */
export const grantCode = grants[0]?.code ?? ''
