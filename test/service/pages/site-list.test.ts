/** The list of a category over several networks: an offer has one line, wherever it is listed. */
import { describe } from 'node:test';
import { useService } from '../../support/service-server.ts';
import { testPages } from './facts.ts';

const pages = `
/toolbox/apis
  <h1 data-swap="heading">APIs</h1> … name="network" value="ethereum" … /api/offers?category=apis&pageSize=25
  Home APIs … Filters Close Networks … Offered for Any single networks … API request for this view
  ! <option value="chain"> ! 'networkMatch'
/toolbox/apis?network=base&network=aria
  APIs on Base or Aria … Networks 2 chosen … Several networks Any … On Base remove … On Aria remove
  name="network" value="base" checked … name="networkMatch" value="" checked
/toolbox/apis?network=base&network=aria&networkMatch=all
  APIs on Base and Aria … On each Base remove … On each Aria remove … Base and Aria
  name="networkMatch" value="all" checked … /api/export?category=apis&network=base&network=aria&networkMatch=all
/toolbox/apis?network=nowhere 400
  no network "nowhere"
/toolbox/apis?network=base&network=aria&networkMatch=every 400
  unknown networkMatch "every"
/toolbox/apis?network=base&network=aria&networkMatch=
  APIs on Base or Aria
/toolbox/nothing 404
  no such category
`;

describe('the list of several networks', () => {
  const { get } = useService();
  testPages(get, pages);
});
