import type { SettingContent } from './setting-draft'
import { summaryOf } from './setting-texts'
import { useSettingNames } from './use-setting-names'
import './settings.css'

/** Shows a setting in a few lines. */
export function SettingSummary({ setting }: { readonly setting: SettingContent }) {
  const names = useSettingNames()
  return (
    <ul className="setting-summary">
      {summaryOf(setting, names).map(({ label, text }) => (
        <li key={label}>
          <span className="setting-summary-label">{label}</span>
          {text}
        </li>
      ))}
    </ul>
  )
}
