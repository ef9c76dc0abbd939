import type { ImportField } from '#contract/values/imports.ts';

/**
 * The names that German, French, Spanish, Italian, Portuguese and Dutch feeds have for a field, where they are not the English ones.
 * A name that several languages share stands once.
 */
export const translatedNames: Partial<Record<ImportField, string>> = {
  itemId:
    'kennung identifiant identificador identificativo identificatore kenmerk videonummer codigo codice numéro número numero nummer nr',
  title:
    'videotitel filmtitel titre titrevidéo titredelavidéo título títulovideo títulodelvideo títulodovídeo titolo titolovideo titolodelvideo überschrift bezeichnung nom nombre nome naam',
  link: 'adresse lien lienvidéo lienurl urlvidéo urldelavidéo enlace enlacevideo urldelvideo collegamento indirizzo urldovídeo endereço dirección adres webadresse internetadresse webadres verweis koppeling',
  imageUrl:
    'vorschaubild vorschaubildurl bild bildurl bildlink bildadresse titelbild vignette miniature imageprincipale urlimage urldelimage imagen imagenurl urlimagen urldelaimagen miniatura immagine immagineurl urlimmagine imagem imagemurl urlimagem urldaimagem capa copertina portada anteprima afbeelding afbeeldingurl afbeeldingsurl miniatuur voorbeeldafbeelding affiche foto',
  description:
    'beschreibung videobeschreibung kurzbeschreibung inhalt zusammenfassung descriptif résumé descripción resumen descrizione riassunto descrição resumo beschrijving omschrijving samenvatting inhoud',
  tags: 'schlagwörter schlagworte schlagwort stichwörter stichworte stichwort schlüsselwörter motsclés motclé étiquettes palabrasclave palabraclave etiquetas etiqueta parolechiave parolachiave etichette etichetta palavraschave palavrachave trefwoorden trefwoord sleutelwoorden',
  category:
    'kategorie kategorien rubrik rubriken catégorie catégories rubrique categoría categorías categoria categorias género géneros categorie genere generi categorieën rubriek',
  performers:
    'darsteller darstellerin darstellerinnen schauspieler schauspielerin schauspielerinnen mitwirkende besetzung modelle acteurs acteur actrices actrice interprètes modèles modèle actores actriz intérpretes modelos modelo reparto attori attore attrici attrice interpreti modelli atores ator atrizes atriz elenco modellen',
  duration:
    'dauer videodauer spieldauer laufzeit spielzeit länge videolänge durée duréevidéo longueur duración durata lunghezza duração duur speelduur lengte minuten minutos minuti',
  publishedAt:
    'veröffentlicht veröffentlichtam veröffentlichung veröffentlichungsdatum erschienen erschienenam erscheinungsdatum hinzugefügt hinzugefügtam hochgeladen hochgeladenam erstellt erstelltam publié publiéle datedepublication dateajout datedajout ajoutéle parution datedeparution publicado publicadoel fechadepublicación fechapublicación pubblicato pubblicatoil datadipubblicazione datapubblicazione publicadoem datadepublicação gepubliceerd gepubliceerdop publicatiedatum toegevoegd toegevoegdop geplaatst datum fecha data',
  views:
    'aufrufe videoaufrufe abrufe zugriffe ansichten klicks vues nombredevues nbvues nbdevues visualizaciones vistas visitas reproducciones visualizzazioni visite visualizações weergaven aantalweergaven keerbekeken bekeken',
};
