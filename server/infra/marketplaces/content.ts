/** The text in which a marketplace hands over what a buyer customized. */
import { fieldsOf } from '../../../contract/ground/fields'

const isOurs = (text: unknown): text is string => typeof text === 'string' && /"phoneCaseCustomizationInfos"/.test(text)

/**
 * Returns what the buyer customized: the text that the customization plugin wrote, alone or as one of the texts in the
 * marketplace's own format `{"itemId","skuId","text":[{"id","content"}],"pic":[…]}`. Any other text is returned unchanged.
 */
export function contentOf(customization: unknown): string | null {
  if (typeof customization !== 'string') {
    const whole = customization === undefined || customization === null ? null : JSON.stringify(customization)
    return whole === null ? null : contentOf(whole)
  }
  if (customization.trim() === '') return null
  let parsed: unknown
  try {
    parsed = JSON.parse(customization)
  } catch {
    return customization
  }
  const texts = fieldsOf(parsed).text
  const found = Array.isArray(texts) ? texts.map((text) => fieldsOf(text).content).find(isOurs) : undefined
  return found ?? customization
}
