import type { ListSettings } from './name-rows'
import type { CatalogueCases } from './use-catalogue-cases'
import type { NameListDraft } from './use-name-list'

/** Returns what the rows of a list have in common. */
export const settingsOf = (
  { phoneModelId, materialColorId }: Pick<NameListDraft, 'phoneModelId' | 'materialColorId'>,
  { phonesOf, colorsOf }: Pick<CatalogueCases, 'phonesOf' | 'colorsOf'>,
): ListSettings => ({ phoneModelId, materialColorId, phonesOf, colorsOf: (text) => colorsOf(text, materialColorId) })
