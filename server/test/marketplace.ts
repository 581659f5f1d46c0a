import { demoSeller, grants } from '../embedded/marketplaces/taobao/double'

/** A session of the seller 壳匠演示店 that the embedded gateway accepts. */
export const taobaoSession = demoSeller.session

/** The code that the marketplace sends when that seller has granted access. */
export const grantCode = grants[0]?.code ?? ''
