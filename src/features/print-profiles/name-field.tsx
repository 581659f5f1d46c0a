import { Form, Radio } from '@arco-design/web-react'
import type { DownloadRulePart } from '../../../contract/rules/name-parts'
import { downloadRuleParts } from '../../../contract/rules/name-parts'
import { pictureName, samplePicture } from '../../downloads/names'
import { RuleOrder } from '../../downloads/rule-order'

interface NameFieldProps {
  readonly value: readonly DownloadRulePart[] | null
  /** Of the profile's files, without the dot. */
  readonly ending: string
  readonly onChange: (value: readonly DownloadRulePart[] | null) => void
}

/** How the files of a profile are named: as all downloads, or by parts of its own, with an example. */
export function NameField({ value, ending, onChange }: NameFieldProps) {
  const order = value === null ? downloadRuleParts : [...value, ...downloadRuleParts.filter((part) => !value.includes(part))]
  const use = (part: DownloadRulePart, isUsed: boolean) => {
    const used = order.filter((one) => (one === part ? isUsed : (value?.includes(one) ?? false)))
    // A file needs a name.
    if (used.length > 0) onChange(used)
  }
  return (
    <Form.Item label="文件名">
      <Radio.Group
        name="print-names"
        aria-label="文件名"
        value={value === null ? 'downloads' : 'own'}
        options={[
          { value: 'downloads', label: '和下载设置一样' },
          { value: 'own', label: '这台机器单独设' },
        ]}
        onChange={(kind: string) => onChange(kind === 'own' ? ['ORIGINAL_ID', 'SKU_INDEX', 'QUANTITY'] : null)}
      />
      {value !== null && (
        <>
          <RuleOrder
            rules={order}
            used={value}
            onUse={use}
            onChange={(next) => onChange(next.filter((part) => value.includes(part)))}
          />
          <p className="download-example">
            <span className="download-hint">示例</span>
            <code>
              {pictureName(samplePicture, value)}.{ending}
            </code>
          </p>
        </>
      )}
    </Form.Item>
  )
}
