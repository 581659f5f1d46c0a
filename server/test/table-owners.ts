/** The tables whose rows are not of one account, each with the reason. All other tables have `account_id` in a key. */

/** Tables without `account_id`. */
export const tablesOfAll = {
  account: 'is the account; its id is what other tables call account_id',
  cashier_trade: 'belongs to the embedded cashier, which stands for a program outside',
  embedded_factory_order: 'belongs to the embedded factory, which stands for a program outside',
  installation: 'says what this database is',
  login_failure: 'counts attempts by name and address, before anybody is known',
  migration: 'says what was applied to this database',
  server_process: 'names the processes on this database',
  session: 'is found by its token, which tells the user and so the account',
  setting: 'has secrets and settings of the installation',
  shared_limit: 'counts calls by a key that also names addresses',
} as const

/** Tables of accounts' rows of which some are of no account. */
export const rowsOfNobody = {
  unbooked_payment: 'a payment that is for no recharge of ours is of nobody until an operator settles it',
  webhook: 'the operator has a webhook for notifications',
} as const
