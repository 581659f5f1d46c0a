import { EmptyState } from './empty'
import { PeoplePicture } from './empty-pictures'

/** In place of what belongs to shops, for a user to whom the main account gave none. */
export const NoShopsGiven = () => (
  <EmptyState
    picture={<PeoplePicture />}
    title="还没有分给您店铺"
    text="您的账号只能看主账号指定的店铺，现在一个也没有。请主账号在「子账号」里编辑您的「店铺范围」，保存后刷新即可。"
  />
)
