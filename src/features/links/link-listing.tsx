import { useQuery } from '@tanstack/react-query'
import { startOf } from '../../../contract/rules/buyer-rights'
import type { ShopCustomizationSetting, TemplateFacts } from '../../../contract/types'
import { templateNamesQuery } from '../../api/queries/templates'
import { useApi } from '../../api/services'
import { ListingDialog } from '../../template-pictures/lazy-listing-dialog'
import { useValueWhileClosing } from '../../ui/use-value-while-closing'

type Offering = Pick<ShopCustomizationSetting, 'mode' | 'bindingTemplateId' | 'bindingTemplateCollectionIds'>

/** Returns the templates that buyers find behind a link. */
export function offeredTemplates(all: readonly TemplateFacts[], setting: Offering): number[] {
  const { templates } = startOf(setting.mode)
  const isOffered = ({ id, collectionId }: TemplateFacts): boolean =>
    templates === 'all' ||
    (templates === 'one' && id === setting.bindingTemplateId) ||
    (templates === 'collections' && setting.bindingTemplateCollectionIds.includes(collectionId))
  return all.filter((one) => one.enabled && isOffered(one)).map(({ id }) => id)
}

interface LinkListingProps {
  /** The link's setting; null while closed. */
  readonly setting: ShopCustomizationSetting | null
  readonly onClose: () => void
}

/** 生成主图 of the templates behind a link. */
export function LinkListing({ setting, onClose }: LinkListingProps) {
  const shown = useValueWhileClosing(setting !== null, setting)
  const names = useQuery({ ...templateNamesQuery(useApi()), enabled: setting !== null })
  const templateIds = shown && names.data ? offeredTemplates(names.data, shown) : []
  return <ListingDialog visible={setting !== null} templateIds={templateIds} onClose={onClose} />
}
