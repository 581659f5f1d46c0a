import { useQuery } from '@tanstack/react-query'
import { meQuery } from '../../api/queries/session'
import { useApi } from '../../api/services'
import { RefreshError } from '../../ui/failure-view'
import { PhoneForm } from '../preview/phone-form'
import { type PreviewPhone, usePreview } from '../preview/use-preview'

interface PhoneFieldsProps {
  readonly value: PreviewPhone
  readonly onChange: (phone: PreviewPhone) => void
}

/** Fields for brand, model, material and colour, to embed in another form. */
export default function PhoneFields(props: PhoneFieldsProps) {
  const api = useApi()
  const me = useQuery({ ...meQuery(api), meta: { quiet: true } })
  if (me.data) return <Fields {...props} username={me.data.username} />
  if (!me.isError) return null
  return <RefreshError error={me.error} onRetry={() => void me.refetch()} retrying={me.isFetching} />
}

function Fields({ value, username, onChange }: PhoneFieldsProps & { readonly username: string }) {
  const preview = usePreview(value, username)
  return <PhoneForm preview={preview} phone={value} username={username} onChange={onChange} />
}
