import { Head, useForm, usePage, useShop, useText } from 'stoa';
import type {
  BeginSecondFactor,
  ConfirmSecondFactor,
  Layout,
  RemoveSecondFactor,
  RenewRecoveryCodes,
  SecondFactorProps,
  Texts,
} from '../../second-factor.gen.ts';
import { FactorIsOn } from '../../src/factor-is-on.tsx';
import { FactorSetup } from '../../src/factor-setup.tsx';
import { FormProblem } from '../../src/form-problem.tsx';
import styles from '../../src/second-factor.module.css';

export const layout: Layout = { areaId: 'content', sortOrder: 10 };
export const query = /* GraphQL */ `
  query {
    secondFactor {
      isOn
      codesLeft
      setup { secret address }
      recoveryCodes(key: getContextValue("codes"))
    }
    account: url(routeId: "account")
    begin: url(routeId: "beginSecondFactor")
    confirm: url(routeId: "confirmSecondFactor")
    renew: url(routeId: "renewRecoveryCodes")
    remove: url(routeId: "removeSecondFactor")
  }
`;

/** Off, being set up, or on: each has the forms that lead on. */
export default function SecondFactor({ secondFactor, account, begin, confirm, renew, remove }: SecondFactorProps) {
  const { name: shop } = useShop();
  const { query: parameters } = usePage();
  const text = useText<Texts>();
  const begun = useForm<BeginSecondFactor>('beginSecondFactor').message;
  const confirmed = useForm<ConfirmSecondFactor>('confirmSecondFactor').message;
  const renewed = useForm<RenewRecoveryCodes>('renewRecoveryCodes').message;
  const removed = useForm<RemoveSecondFactor>('removeSecondFactor').message;
  if (secondFactor === null) return null;
  const { isOn, codesLeft, setup, recoveryCodes } = secondFactor;
  // Of a form that the page does not have in this state: another browser, or the time, has changed it meanwhile.
  const problem = isOn ? (begun ?? confirmed) : (renewed ?? removed ?? (setup === null ? confirmed : begun));
  return (
    <div className={styles.page}>
      <Head title={text.plain('factor.titleIn', { shop })} noindex />
      <h1>{text('factor.title')}</h1>
      <FormProblem problem={problem} />
      {isOn && <FactorIsOn codesLeft={codesLeft} codes={recoveryCodes} renew={renew} remove={remove} />}
      {!isOn && setup !== null && <FactorSetup {...setup} action={confirm} />}
      {!isOn && setup === null && (
        <>
          <p>{text('factor.about')}</p>
          <form method="post" action={begin ?? undefined}>
            <FormProblem problem={begun} />
            <button type="submit">{text('factor.begin')}</button>
          </form>
        </>
      )}
      {isOn && parameters.codes !== undefined && recoveryCodes === null && <p>{text('codes.over')}</p>}
      {account !== null && (
        <p>
          <a href={account}>{text('factor.back')}</a>
        </p>
      )}
    </div>
  );
}
