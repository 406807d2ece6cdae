// (e) Mercurius as a gateway of federated services.
import mercuriusGateway from '@mercuriusjs/gateway';
import Fastify from 'fastify';

const app = Fastify();
const names = ['catalog', 'supplement', 'reviews'];
app.register(mercuriusGateway, {
  path: '/graphql',
  gateway: {
    services: names.map((name) => ({
      name,
      url: `${process.env.SUBGRAPHS}/${name}`,
      connections: 32,
      mandatory: true,
    })),
  },
});
process.send?.(`${await app.listen({ port: 0, host: '127.0.0.1' })}/graphql`);
process.on('disconnect', () => process.exit());
