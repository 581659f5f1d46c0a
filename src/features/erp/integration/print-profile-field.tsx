import { Select } from '@arco-design/web-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { Factory } from '../../../../contract/types'
import { erpKeys } from '../../../api/queries/erp'
import { printProfilesQuery } from '../../../api/queries/print-profiles'
import { useApi } from '../../../api/services'
import { screens } from '../../../base/paths'
import { FailureText } from '../../../ui/failure-view'
import { toastSuccess } from '../../../ui/toast'

interface PrintProfileFieldProps {
  readonly factory: Factory
}

/** The value of the choice that no profile writes the files. */
const plain = 0

/** 印刷文件: the print profile by which the files are written that this factory fetches. */
export function PrintProfileField({ factory }: PrintProfileFieldProps) {
  const api = useApi()
  const queries = useQueryClient()
  const profiles = useQuery(printProfilesQuery(api)).data
  const change = useMutation({
    mutationFn: (printProfileId: number | null) =>
      api.factories.update({ params: { id: factory.id }, body: { printProfileId } }, { quiet: true }),
    onSuccess: (changed) => {
      queries.setQueryData<readonly Factory[]>(erpKeys.factories(), (all) =>
        all?.map((one) => (one.id === changed.id ? changed : one)),
      )
      toastSuccess('已保存，之后推送的订单按它写印刷文件')
    },
  })
  const { printProfileId } = factory
  if (profiles?.length === 0 && printProfileId === null) {
    return (
      <span className="erp-print-file">
        原图 <Link href={screens.printProfiles()}>新建打印配置</Link>
      </span>
    )
  }
  const chosen = change.isPending ? change.variables : printProfileId
  return (
    <>
      <Select
        size="small"
        aria-label={`「${factory.name}」的印刷文件`}
        value={chosen ?? plain}
        loading={profiles === undefined || change.isPending}
        disabled={profiles === undefined || change.isPending}
        options={[
          { value: plain, label: '原图（不带白墨）' },
          ...(profiles ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(id: number) => change.mutate(id === plain ? null : id)}
      />
      {change.isError && (
        <span className="erp-print-problem" role="alert">
          <FailureText error={change.error} />
        </span>
      )}
    </>
  )
}
